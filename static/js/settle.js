/* Who pays whom, reckoned by the device itself while the server is out of reach.

   The same as rules/settlement.py (docs/rules, R-005 to R-011, R-018) for hands without renonc and without ložená;
   what those are paid comes with the line. Nothing is checked here: the server does that, and its figure wins.
   A record is that of docs/rules/hand-record.md, a line that of docs/rules/notation.md, amounts are haléře.

     forhont.hand.typed(fields, players)   the record of what is tapped in the form of a hand
     forhont.hand.settle(record, book)     { money, premium, limited }, or null where something is missing
     forhont.hand.later(record)            whether its money comes with the line only
     forhont.hand.line(record)             the hand on one line, which can be typed and pasted elsewhere
     forhont.hand.fields(line)             the fields of the form for a line, or null for one they cannot say
*/
(() => {
  "use strict";

  const PARTS = {
    hra: ["hra"],
    sedma: ["hra", "sedma"],
    sto: ["sto"],
    sto_sedma: ["sto", "sedma"],
    betl: ["betl"],
    durch: ["durch"],
    dve_sedmy: ["dve_sedmy"],
    dve_sedmy_sto: ["dve_sedmy", "sto"],
  };
  const ON_TOP_OF_HRA = ["sto", "sto_sedma"];
  const TRUMPLESS = ["betl", "durch"];
  const WITH_QUIET_STO = ["hra", "sedma"];
  const WITH_QUIET_SEDMA = ["hra", "sto"];
  const HUNDRED = 100;
  const CARDS = 90;
  const FOREIGN_SUITS_LOSS = 20;

  const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

  const partsOf = (contract, book) =>
    !book.sto_replaces_hra && ON_TOP_OF_HRA.includes(contract) ? ["hra", ...PARTS[contract]] : PARTS[contract];

  /* 1 Results (R-005 to R-007) */

  const pointsOf = ({ declarer_cards: cards, declarer_marriages: own = [], defence_marriages: against = [] }) => ({
    cards,
    own,
    against,
    declarer: cards + total(own),
    defence: CARDS - cards + total(against),
  });

  const stoByPoints = ({ cards, own, against, declarer }, book) => {
    const helping = own.length ? (book.sto_marriage === "first" ? own[0] : Math.max(...own)) : 0;
    if (cards + helping >= HUNDRED) return { made: true, steps: 1 + (declarer - HUNDRED) / 10 };
    return { made: false, steps: (HUNDRED - cards - helping + total(against)) / 10 };
  };

  const quietStoByPoints = ({ declarer, defence }) => {
    const most = Math.max(declarer, defence);
    return most >= HUNDRED ? { side: declarer === most ? "declarer" : "defence", steps: 1 + (most - HUNDRED) / 10 } : null;
  };

  /* What is written, with what follows from points. */
  const outcomeOf = (record, book) => {
    const outcome = { ...record.outcome };
    if (!record.points) return outcome;
    const points = pointsOf(record.points);
    const quiet = WITH_QUIET_STO.includes(record.contract) ? quietStoByPoints(points) : null;
    return {
      ...outcome,
      hra: points.declarer > points.defence ? "won" : "lost",
      sto: stoByPoints(points, book),
      quiet_sto: quiet,
    };
  };

  const factorOf = (part, outcome, book) => {
    if (part === "sto") {
      const { steps } = outcome.sto;
      return book.sto_scaling === "linear" ? steps : book.sto_scaling === "doubling" ? 2 ** (steps - 1) : 1;
    }
    if (part !== "hra" || !outcome.quiet_sto) return 1;
    return book.quiet_sto_scaling === "linear" ? 2 * outcome.quiet_sto.steps : 2;
  };

  /* 2 Payment between the declarer and each opponent (R-008, R-009, R-011) */

  class Ledger {
    constructor(record, book) {
      this.book = book;
      this.declarer = record.declarer;
      this.opponents = record.players.filter((player) => player !== record.declarer);
      this.owed = Object.fromEntries(this.opponents.map((player) => [player, 0]));
      this.caps = {};
    }

    everyone(amount) {
      this.opponents.forEach((player) => (this.owed[player] += amount));
    }

    /* Those who flekked pay for all; of an odd amount the first bears the odd haléř. */
    byFlekkers(fleks, value) {
      const flekkers = [...new Set(fleks.filter((player) => player !== this.declarer))];
      const count = this.opponents.length;
      const whole = count * value;
      const raised = count === 3 || this.book.raised_limit_at_three;
      const alone = flekkers.length === 1;
      const cap = alone ? count * this.book.limit : raised ? this.book.raised_limit : this.book.limit;
      const shares = alone ? [whole] : [Math.ceil(whole / 2), Math.floor(whole / 2)];
      flekkers.forEach((player, place) => {
        this.owed[player] += shares[place];
        this.caps[player] = Math.max(this.caps[player] ?? this.book.limit, cap);
      });
    }

    /* Adds what is owed under the caps; says whether a cap shortened it. */
    pay(money) {
      let limited = false;
      this.opponents.forEach((player) => {
        const owed = this.owed[player];
        const cap = owed > 0 ? (this.caps[player] ?? this.book.limit) : this.book.limit;
        const paid = Math.max(-cap, Math.min(cap, owed));
        if (paid !== owed) limited = true;
        money[player] -= paid;
        money[this.declarer] += paid;
      });
      return limited;
    }
  }

  const valueOf = (part, record, book, fleks, factor) =>
    book[part] * (record.red && !TRUMPLESS.includes(part) ? 2 : 1) * factor * 2 ** fleks;

  /* Every part, then the quiet seven; the flekker of two foreign suits, if he pays. Null when a result is missing. */
  const play = (ledger, record, book) => {
    const outcome = outcomeOf(record, book);
    const parts = partsOf(record.contract, book);
    if (!record.declarer || !parts || parts.some((part) => !outcome[part])) return null;
    let foreignFlekker = "";
    parts.forEach((part) => {
      const fleks = (record.fleks?.[part] ?? []).slice(0, book.max_fleks);
      const won = part === "sto" ? outcome.sto.made : outcome[part] === "won";
      const value = valueOf(part, record, book, fleks.length, factorOf(part, outcome, book));
      const foreign = record.foreign_suits_flek && part === "dve_sedmy" && fleks.length >= 2 && won;
      if (foreign) foreignFlekker = fleks[0];
      if (won && fleks.length && (foreign || record.minus_parts?.includes(part))) ledger.byFlekkers(fleks, value);
      else ledger.everyone(won ? value : -value);
    });
    const quiet = outcome.quiet_sedma;
    if (quiet) {
      const value = valueOf("quiet_sedma", record, book, 0, 1);
      ledger.everyone((quiet.side === "declarer") === quiet.won ? value : -value);
    }
    return { foreignFlekker };
  };

  const misdeal = (money, record, book) => {
    const rate = record.prior_misdeals ? book.misdeal : 0;
    record.players.filter((player) => player !== record.dealer).forEach((player) => {
      money[player] += rate;
      money[record.dealer] -= rate;
    });
  };

  const later = (record) => Boolean(record.renonce?.length || record.lozena?.length || record.kind === "renonc" || record.whole);

  const settle = (record, book) => {
    if (later(record)) return null;
    const money = Object.fromEntries(record.players.map((player) => [player, 0]));
    const premium = { ...money };
    const ledger = new Ledger(record, book);
    if (record.kind === "misdeal") misdeal(money, record, book);
    else if (record.kind === "omyl" && record.declarer) ledger.everyone(-book.omyl);
    else {
      const played = play(ledger, record, book);
      if (!played) return null;
      if (played.foreignFlekker) premium[played.foreignFlekker] -= FOREIGN_SUITS_LOSS;
    }
    const limited = record.declarer ? ledger.pay(money) : false;
    (record.premium ?? []).forEach(({ to, points }) => (premium[to] += points));
    return Object.values(money).every(Number.isSafeInteger) ? { money, premium, limited } : null;
  };

  /* 3 What is tapped in the form, as scoring/forms reads it */

  const numbers = (text) => (text.replace(/[−–—‐‑‒]/g, "-").replace(/([-+])\s+/g, "$1").match(/[-+]?\d+/g) ?? []).map(Number);

  const without = (record) =>
    Object.fromEntries(
      Object.entries(record).filter(
        ([, value]) => value && !(typeof value === "object" && Object.keys(value).length === 0),
      ),
    );

  const renonceOf = (one) => {
    const rows = [];
    for (let row = 0; row < Number(one("renonce-TOTAL_FORMS")); row += 1) {
      const field = (name) => one(`renonce-${row}-${name}`);
      const article = field("article");
      if (!article) continue;
      const ruled = article === "REF" ? { pausal: Number(field("pausal") || 1), lost: Boolean(field("lost")) } : {};
      rows.push({ by: field("by"), article, ...(field("playout") ? { playout: true } : {}), ...ruled });
    }
    return rows;
  };

  const fleksOf = (one, part) => {
    const first = one(`first_${part}`);
    const declarer = one("declarer");
    return [first, declarer, one(`third_${part}`) || first, declarer].slice(0, Number(one(`flek_${part}`)));
  };

  /* The hlášky of the defence count against a sto that was lost. */
  const stoOf = (text, defence) => {
    const [ended, steps] = text.split("-");
    const made = ended === "made";
    return { made, steps: Number(steps) + (made ? 0 : Number(defence) / 10) };
  };

  const resultsOf = (one, parts, contract, counted) => {
    const outcome = {};
    parts.forEach((part) => {
      const typed = one(`outcome_${part}`);
      if (!typed || (counted && ["hra", "sto"].includes(part))) return;
      outcome[part] = part === "sto" ? stoOf(typed, one("sto_defence")) : typed;
    });
    const [side, ended] = one("quiet_sedma").split("-");
    if (WITH_QUIET_SEDMA.includes(contract) && ended) outcome.quiet_sedma = { side, won: ended === "won" };
    const steps = Number(one("quiet_sto"));
    if (WITH_QUIET_STO.includes(contract) && steps && !counted)
      outcome.quiet_sto = { side: outcome.hra === "won" ? "declarer" : "defence", steps };
    return outcome;
  };

  const playedOf = (one, all, book) => {
    const contract = one("contract");
    const parts = partsOf(contract, book) ?? [];
    const counted = one("points_cards") !== "" && parts.some((part) => ["hra", "sto"].includes(part));
    const points = counted && {
      declarer_cards: Number(one("points_cards")),
      declarer_marriages: numbers(one("points_declarer")),
      defence_marriages: numbers(one("points_defence")),
    };
    const fleks = Object.fromEntries(parts.map((part) => [part, fleksOf(one, part)]));
    return {
      contract,
      red: Boolean(one("red")) && !TRUMPLESS.includes(contract),
      bid: Number(one("bid")),
      fleks: without(fleks),
      outcome: resultsOf(one, parts, contract, counted),
      points,
      lozena: all("lozena").filter((part) => parts.includes(part)),
      minus_parts: all("minus_parts").filter((part) => parts.includes(part)),
      foreign_suits_flek: Boolean(one("foreign_suits_flek")),
      four_helpers_against: Boolean(one("four_helpers_against")),
      theoretically_playable: Boolean(one("theoretically_playable")),
      trumps: Number(one("trumps")),
    };
  };

  /* `fields`: pairs of name and value, as a form sends them. What only the server reads is marked as `whole`. */
  const typed = (fields, players, book, misdeals = {}) => {
    const all = (name) => fields.filter(([field]) => field === name).map(([, value]) => value);
    const one = (name) => all(name)[0] ?? "";
    const kind = one("kind") || "hand";
    const own = {
      hand: () => playedOf(one, all, book),
      omyl: () => ({ bid: Number(one("bid")) || book.omyl_bid }),
      misdeal: () => ({ prior_misdeals: (misdeals[one("dealer")] ?? 0) + Number(one("unwritten_misdeals")) }),
      renonc: () => ({}),
    };
    return without({
      players,
      dealer: one("dealer"),
      kind: kind !== "hand" && kind,
      declarer: kind !== "misdeal" && one("declarer"),
      ...own[kind](),
      renonce: renonceOf(one),
      premium: players.flatMap((to) =>
        numbers(one(`premium_${to}`)).filter(Boolean).map((points) => ({ to, points })),
      ),
      whole: one("record_json").trim(),
    });
  };

  /* 4 The hand on one line (docs/rules/notation.md), players by the letters of their seats */

  const sign = (won) => (won ? "+" : "-");

  const partWord = (part, record) => {
    const result = record.points && ["hra", "sto"].includes(part) ? undefined : record.outcome?.[part];
    const said = !result ? "" : part === "sto" ? sign(result.made) + result.steps : sign(result === "won");
    const fleks = record.fleks?.[part]?.length ? `[${record.fleks[part].join("")}]` : "";
    const mark = record.lozena?.includes(part) ? "!" : record.minus_parts?.includes(part) ? "~" : "";
    return said + fleks + mark && part + said + fleks + mark;
  };

  const quietWords = ({ points, outcome }) => [
    points &&
      `points=${points.declarer_cards}/${(points.declarer_marriages ?? []).join()}/${(points.defence_marriages ?? []).join()}`,
    !points && outcome?.quiet_sto && `quiet_sto=${outcome.quiet_sto.side}${outcome.quiet_sto.steps}`,
    outcome?.quiet_sedma && `quiet_sedma=${outcome.quiet_sedma.side}${sign(outcome.quiet_sedma.won)}`,
  ];

  const offenceWord = ({ by, article, playout, pausal, lost }) =>
    `${article === "REF" ? `REF:${pausal ?? 1}${lost ? "x" : ""}` : article}@${by}${playout ? ">" : ""}`;

  const what = ({ kind = "hand", contract, red, prior_misdeals: earlier }) =>
    kind === "hand" ? `${contract}${red ? "*" : ""}` : `${kind}${earlier ? `=${earlier}` : ""}`;

  const line = (record) =>
    record.whole ||
    [
      `${record.players.join("")}/${record.dealer}`,
      `${record.declarer ? `${record.declarer}:` : ""}${what(record)}`,
      ...["hra", "dve_sedmy", "sto", "sedma", "betl", "durch"].map((part) => partWord(part, record)),
      ...quietWords(record),
      record.bid && `bid=${record.bid}`,
      record.trumps && `trumps=${record.trumps}`,
      record.foreign_suits_flek && "foreign",
      record.four_helpers_against && "helpers",
      record.theoretically_playable && "playable",
      ...(record.renonce ?? []).map(offenceWord),
      ...(record.premium ?? []).map(({ to, points }) => `${to}${points < 0 ? "" : "+"}${points}`),
    ]
      .filter(Boolean)
      .join(" ");

  const WORDS = [
    [/^(hra|sedma|sto|betl|durch|dve_sedmy)(?:([+-])(\d*))?(?:\[([A-D]+)\])?([!~])?$/, (found) => partFields(...found)],
    [/^points=(\d+)\/([\d,]*)\/([\d,]*)$/, ([, cards, own, against]) => [
      ["points_cards", cards],
      ["points_declarer", own.replace(/,/g, " ")],
      ["points_defence", against.replace(/,/g, " ")],
    ]],
    [/^quiet_sto=[a-z]+(\d+)$/, ([, steps]) => [["quiet_sto", steps]]],
    [/^quiet_sedma=([a-z]+)([+-])$/, ([, side, ended]) => [["quiet_sedma", `${side}-${ended === "+" ? "won" : "lost"}`]]],
    [/^(bid|trumps)=(\d+)$/, ([, name, number]) => [[name, number]]],
    [/^(foreign|helpers|playable)$/, ([, flag]) => [[FLAGS[flag], "on"]]],
    [/^([A-D])([+-]\d+)$/, ([, to, points]) => [[`premium_${to}`, points]]],
  ];
  const FLAGS = { foreign: "foreign_suits_flek", helpers: "four_helpers_against", playable: "theoretically_playable" };

  /* Of a sto lost by more than can be tapped a part is shown as hlášky against it. */
  const MOST_LOST = 5;
  const lostSto = (steps) => {
    const against = 2 * Math.ceil(Math.max(0, steps - MOST_LOST) / 2);
    return [["outcome_sto", `lost-${steps - against}`], against && ["sto_defence", String(10 * against)]];
  };

  const resultFields = (part, won, steps) => {
    if (part !== "sto") return [[`outcome_${part}`, won ? "won" : "lost"]];
    return won ? [["outcome_sto", `made-${steps || 1}`]] : lostSto(Number(steps || 1));
  };

  const partFields = (_all, part, ended, steps, fleks = "", mark) =>
    [
      ...(ended ? resultFields(part, ended === "+", steps) : []),
      [`flek_${part}`, String(Math.min(fleks.length, 4))],
      fleks && [`first_${part}`, fleks[0]],
      fleks[2] && fleks[2] !== fleks[0] && [`third_${part}`, fleks[2]],
      mark && [mark === "!" ? "lozena" : "minus_parts", part],
    ].filter(Boolean);

  const WHAT = /^(?:([A-D]):)?(?:(omyl|misdeal)(?:=(\d+))?|([a-z_]+)(\*?))$/;

  const fields = (written) => {
    const [table, said = "", ...words] = written.replace(/ rules=.*$/, "").split(" ");
    const found = WHAT.exec(said);
    if (!found) return null;
    const [, declarer = "", kind, count, contract, red] = found;
    const pairs = [["dealer", table.slice(-1)], ["declarer", declarer], ["kind", kind ?? "hand"]];
    if (contract) pairs.push(["contract", contract]);
    if (red) pairs.push(["red", "on"]);
    if (count) pairs.push(["unwritten_misdeals", count]);
    Object.values(PARTS).flat().forEach((part) => pairs.push([`flek_${part}`, "0"]));
    const told = words.map((word) => WORDS.map(([form, how]) => [form.exec(word), how]).find(([match]) => match));
    if (told.includes(undefined)) return null;
    return merged(pairs.concat(...told.map(([match, how]) => how(match))));
  };

  /* The last of a name counts, but points of one player and parts of one mark stand together. */
  const merged = (pairs) => {
    const together = (name) => pairs.filter(([one]) => one === name).map(([, value]) => value);
    const lists = ["lozena", "minus_parts"];
    const names = [...new Set(pairs.map(([name]) => name))].filter((name) => !lists.includes(name));
    const single = names.map((name) => [name, name.startsWith("premium_") ? together(name).join(" ") : together(name).at(-1)]);
    return [...single, ...lists.flatMap((name) => together(name).map((part) => [name, part]))];
  };

  window.forhont = { ...window.forhont, hand: { typed, settle, later, line, fields } };
})();
