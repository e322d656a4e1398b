/* The forms of a table save through the queue of the device: kept first, then sent, the page stays.

   Everything is bound to attributes:
     [data-place]           the table: data-table, data-base (its address), data-seats, data-rules, data-list where the
                            page shows its hands, and the words
     form[data-waits=act]   "new", "edit", "back" or "put"; data-number: the hand it is about
   Without this script, or where the browser keeps nothing, the same forms go to the server as any other.

     forhont.ahead(next)    the hand after those that wait, where the server says that `next` is the next one
*/
(() => {
  "use strict";

  const { hand: rules, waiting } = window.forhont;
  const place = document.querySelector("[data-place]")?.dataset;
  if (!place || !waiting) return;

  const seats = JSON.parse(place.seats);
  const letters = Object.keys(seats);
  const book = JSON.parse(place.rules);
  const MACHINERY = ["csrfmiddlewaretoken", "submission", "number", "expected"];
  /* Hidden fields that are the person's own; the other ones belong to the page. */
  const LISTS = ["auction", "premium_rows"];
  const SAID = "forhont:said";
  const TYPED_PAUSE = 150;

  const form = () => document.querySelector("form.hand[data-waits]");
  const field = (name, of = form()) => of?.elements.namedItem(name);
  const page = () => window.forhontTable;

  /* What is being changed in the form instead of a new hand; whose answer the form waits for; the server's next hand. */
  let edited = null;
  let pressed = null;
  let known = null;

  /* 1 Amounts and words */

  const NBSP = "\u00a0";
  const crowns = (amount) => {
    const whole = String(Math.floor(Math.abs(amount) / 100)).replace(/\B(?=(\d{3})+$)/g, NBSP);
    const sign = amount < 0 ? "−" : amount > 0 ? "+" : "";
    return `${sign}${whole},${String(Math.abs(amount) % 100).padStart(2, "0")}`;
  };
  const amounts = (money) => letters.map((letter) => `${letter}${NBSP}${crowns(money[letter])}`).join(", ");

  const labelOf = (of, name) => {
    const chosen = of.querySelector(`[name="${name}"]:checked`);
    return chosen?.closest("label")?.textContent.trim().replace(/\s+/g, " ") ?? "";
  };

  const partWords = (of, record, part) => {
    const legend = of.querySelector(`[data-part="${part}"] legend`)?.textContent.trim().toLowerCase() ?? part;
    const fleks = record.fleks?.[part] ?? [];
    const flekkers = [...new Set(fleks.filter((seat) => seat !== record.declarer))].map((seat) => seats[seat]);
    const flek = fleks.length ? `, ${labelOf(of, `flek_${part}`)} (${flekkers.join(", ")})` : "";
    const result = record.points && ["hra", "sto"].includes(part) ? "" : ` ${labelOf(of, `outcome_${part}`)}`;
    return `${legend}${result}${flek}`;
  };

  const handWords = (of, record) => {
    const parts = Object.keys({ ...record.outcome, ...record.fleks }).filter((part) => !part.startsWith("quiet_"));
    const kind = record.kind ? labelOf(of, "kind") : `${labelOf(of, "contract")}${record.red ? ` ${place.red}` : ""}`;
    return [
      place.deals.replace("{who}", seats[record.dealer] ?? "–"),
      `${record.declarer ? `${seats[record.declarer]}: ` : ""}${kind}`,
      ...parts.map((part) => partWords(of, record, part)),
      record.outcome?.quiet_sedma && `${place.quietSedma} ${labelOf(of, "quiet_sedma")}`,
      record.outcome?.quiet_sto && place.quietSto,
      ...(record.renonce ?? []).map(({ article, by }) => `${article} ${seats[by] ?? ""}`),
      ...(record.premium ?? []).map(({ to, points }) => `${seats[to]} ${points} PB`),
    ]
      .filter(Boolean)
      .join("; ");
  };

  const paidWords = (record) => {
    const paid = rules.settle(record, book);
    return paid ? amounts(paid.money) : rules.later(record) ? place.later : "";
  };

  /* 2 An item of a form */

  const fieldsOf = (of, submitter) => {
    const pairs = [...new FormData(of)].filter(([name, value]) => !MACHINERY.includes(name) && typeof value === "string");
    if (submitter?.name) pairs.push([submitter.name, submitter.value]);
    return pairs;
  };

  /* Earlier misdeals by seats, as far as they are written. */
  const misdealsOf = (of) => JSON.parse(of.dataset.misdeals || "{}");

  const itemOf = (of, submitter) => {
    const changed = of === form() ? edited : null;
    const act = changed?.act ?? of.dataset.waits;
    const fields = fieldsOf(of, submitter);
    const record = ["new", "edit"].includes(act) ? rules.typed(fields, letters, book, misdealsOf(of)) : null;
    const paid = record && rules.settle(record, book);
    return {
      ...(changed?.key ? { key: edited.key } : {}),
      id: changed ? page()?.newKey() : field("submission", of)?.value,
      who: place.who,
      table: place.table,
      base: place.base,
      place: place.place,
      act,
      number: Number(changed?.number ?? of.dataset.number ?? field("number", of)?.value),
      path: changed?.path ?? new URL(of.action).pathname.slice(place.base.length),
      expected: changed?.expected ?? field("expected", of)?.value,
      fields,
      record,
      words: record ? [handWords(of, record), paidWords(record)].filter(Boolean).join(" · ") : "",
      line: record ? rules.line(record) : "",
      money: paid?.money ?? null,
      state: "waits",
    };
  };

  const isWhole = ({ record }) => !record || Boolean(record.whole) || rules.later(record) || rules.settle(record, book) !== null;

  /* 3 The form of the next hand */

  const KNOWN = `forhont:next:${place.table}`;

  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(KNOWN));
    } catch {
      return null;
    }
  };

  const know = (next) => {
    known = next;
    try {
      localStorage.setItem(KNOWN, JSON.stringify(next));
    } catch {
      /* Then only the page knows. */
    }
  };

  const ahead = (next) => {
    know(next);
    return waiting
      .of(place.table)
      .filter((item) => item.act === "new" && item.who === place.who)
      .reduce((after, { number, record }) => {
        const misdeal = record.kind === "misdeal";
        const turn = letters.indexOf(record.dealer) + (misdeal ? 0 : 1);
        const misdeals = { ...after.misdeals };
        if (misdeal) misdeals[record.dealer] = (misdeals[record.dealer] ?? 0) + 1;
        return { number: Math.max(after.number, number + 1), dealer: letters[turn % letters.length], misdeals };
      }, next);
  };

  const clear = () => {
    edited = null;
    const of = form();
    if (!of || of.dataset.waits !== "new") return;
    of.querySelector(".waiting-wrong")?.remove();
    document.dispatchEvent(new CustomEvent("forhont:kept", { detail: { form: of } }));
    page()?.begin(ahead(known));
  };

  const hint = (text) => Object.assign(document.createElement("p"), { className: "payout-hint", textContent: text });

  /* Beside the button that was pressed, as long as nothing else is typed. */
  const whisper = (text) => {
    if (!page()?.isTyped()) document.getElementById("payout")?.replaceChildren(hint(text));
  };

  const heading = (of, title) => {
    const shown = of.querySelector("h2");
    if (shown) shown.textContent = title;
  };

  const renumber = (number) => {
    const of = form();
    if (!of || edited || of.dataset.waits !== "new") return;
    field("number").value = number;
    of.querySelectorAll("[data-says]").forEach((one) => (one.textContent = one.dataset.says.replace("{n}", number)));
  };

  const write = (of, fields) => {
    const values = (name) => fields.filter(([one]) => one === name).map(([, value]) => value);
    [...of.elements].forEach((one) => {
      if (!one.name || MACHINERY.includes(one.name) || one.type === "submit" || one.tagName === "FIELDSET") return;
      const given = values(one.name);
      if (["radio", "checkbox"].includes(one.type)) one.checked = given.includes(one.value);
      else if (given.length || one.type !== "hidden" || LISTS.includes(one.name)) one.value = given[0] ?? "";
    });
    of.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const edit = (item) => {
    const of = form();
    if (!of) return;
    edited = item;
    write(of, item.fields);
    heading(of, (item.act === "new" ? place.editing : place.correcting).replace("{n}", item.number));
    of.scrollIntoView({ block: "start" });
  };

  /* 4 Saving */

  const goTo = (text) => {
    try {
      sessionStorage.setItem(SAID, text);
    } catch {
      /* Then it is not said; it is done. */
    }
    location.assign(place.base);
  };

  const doneWords = (item, answer) => {
    const text = { new: place.saved, edit: place.corrected, back: place.takenBack, put: place.putBack }[item.act];
    return text.replace("{n}", answer.number);
  };

  const differs = (item, answer) => {
    const { money, act } = item;
    if (!money || !answer.money || !["new", "edit"].includes(act)) return "";
    if (letters.every((letter) => money[letter] === answer.money[letter])) return "";
    return place.differs.replace("{n}", answer.number).replace("{server}", amounts(answer.money)).replace("{here}", amounts(money));
  };

  const stored = (item, answer) => {
    page()?.take(answer);
    if (answer.next) know(answer.next);
    const other = differs(item, answer);
    if (other) waiting.say(other, "warning");
    if (place.list === undefined && ["edit", "back", "put"].includes(item.act)) return goTo(doneWords(item, answer));
    if (item.act !== "new") waiting.say(doneWords(item, answer), "success");
    if (item.key === pressed || edited?.key === item.key) followed(item, answer);
    else if (!form() || form().dataset.waits !== "new" || !known) return undefined;
    else if (page()?.isTyped() || edited) renumber(ahead(known).number);
    else page()?.begin(ahead(known));
    return item.act === "new" && whisper(doneWords(item, answer));
  };

  /* What stands in the form has gone; if it was changed meanwhile, that is a correction of what the server has now. */
  const followed = (item, answer) => {
    const same = JSON.stringify(fieldsOf(form())) === JSON.stringify(item.fields);
    if (item.key === pressed || same || item.act !== "new") return clear();
    edited = { act: "edit", number: answer.number, expected: answer.version, path: `hra/${answer.number}/opravit/` };
    return heading(form(), place.correcting.replace("{n}", answer.number));
  };

  const wrong = (of, answer) => {
    of.querySelector(".waiting-wrong")?.remove();
    const list = Object.assign(document.createElement("ul"), { className: "errors" });
    const texts = new Set([answer.text, ...Object.values(answer.fields ?? {}).flat()]);
    texts.forEach((text) => list.append(Object.assign(document.createElement("li"), { textContent: text })));
    const box = Object.assign(document.createElement("div"), { className: "message message-error waiting-wrong" });
    box.setAttribute("role", "alert");
    box.append(list);
    (of.querySelector(".paybar") ?? of).before(box);
    of.elements[0].dispatchEvent(new Event("input", { bubbles: true }));
    const first = Object.keys(answer.fields ?? {}).map((name) => of.querySelector(`[name="${name}"]`)).find(Boolean);
    first?.closest("details:not([open])")?.setAttribute("open", "");
    first?.closest("fieldset")?.scrollIntoView({ block: "center" });
  };

  const withdraw = (key) => window.forhont.store.change(key, () => null).then(waiting.draw);

  /* Without a line: what cannot be a hand stays in the form, anything else waits. */
  const unsent = async (of, item, key) => {
    if (!isWhole(item)) {
      await withdraw(key);
      return wrong(of, { text: place.unfinished });
    }
    if (of === form() && place.list !== undefined) clear();
    else of.querySelectorAll("button").forEach((one) => (one.disabled = true));
    return item.act === "new" ? whisper(place.waits) : waiting.say(place.waits, "info");
  };

  const refused = async (of, item, key, answer) => {
    await withdraw(key);
    if (of !== form()) return waiting.say(answer.text, "error");
    if (item.act !== "new" || item.key) edited = { ...item, key: undefined };
    return wrong(of, answer);
  };

  const outcome = async (of, item, key, answer) => {
    if (!answer) return unsent(of, item, key);
    if (answer.state === "refused") return refused(of, item, key, answer);
    if (answer.state === "stored") return of === form() && of.scrollIntoView({ block: "start" });
    if (of === form() && answer.state === "asks") edited = { ...item, key };
    else if (of === form()) clear();
    waiting.ask(edited?.key);
    await waiting.draw();
    const shown = document.getElementById("otazka") ?? document.getElementById("waiting-list");
    shown?.scrollIntoView({ block: "center" });
    return shown?.focus({ preventScroll: true });
  };

  const save = async (of, submitter) => {
    of.setAttribute("aria-busy", "true");
    of.querySelector(".waiting-wrong")?.remove();
    const item = itemOf(of, submitter);
    let key;
    try {
      key = await waiting.keep(item);
    } catch {
      return of.submit();
    }
    pressed = of === form() ? key : null;
    document.dispatchEvent(new CustomEvent("forhont:kept", { detail: { form: of } }));
    const answer = await waiting.send(key);
    pressed = null;
    of.removeAttribute("aria-busy");
    return outcome(of, item, key, answer);
  };

  document.addEventListener(
    "submit",
    (event) => {
      const of = event.target;
      if (!of.matches("form[data-waits]") || event.submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (of.getAttribute("aria-busy") !== "true") save(of, event.submitter);
    },
    true,
  );

  document.addEventListener("forhont:answered", ({ detail: { item, answer } }) => {
    if (item.table === place.table && answer.state === "stored") stored(item, answer);
  });
  document.addEventListener("forhont:edit", ({ detail }) => edit(detail.item));

  const follow = () => {
    const of = form();
    if (!of || of.dataset.waits !== "new" || edited || pressed) return;
    const next = ahead(known);
    if (String(next.number) === field("number").value) return;
    if (page()?.isTyped()) renumber(next.number);
    else page()?.begin(next);
  };

  document.addEventListener("forhont:line", ({ detail }) => {
    if (!detail.lost && !page()?.isTyped()) document.getElementById("payout")?.replaceChildren();
  });
  document.addEventListener("forhont:ready", follow);
  document.addEventListener("forhont:dropped", ({ detail }) => (edited?.key === detail.item.key ? clear() : follow()));

  /* 5 What it pays, while nobody else says so */

  const showPayout = () => {
    const of = form();
    const slot = document.getElementById("payout");
    if (!of || !slot || !waiting.isLost() || (page() && !page().isTyped())) return;
    const record = rules.typed(fieldsOf(of), letters, book, misdealsOf(of));
    const paid = rules.settle(record, book);
    slot.replaceChildren();
    if (!paid) return slot.append(hint(rules.later(record) ? place.later : place.unfinished));
    const list = Object.assign(document.createElement("dl"), { className: "payout" });
    letters.forEach((letter) => {
      const one = document.createElement("div");
      const amount = Object.assign(document.createElement("dd"), { textContent: crowns(paid.money[letter]) });
      amount.className = paid.money[letter] < 0 ? "minus" : paid.money[letter] > 0 ? "plus" : "";
      const points = paid.premium[letter];
      if (points) amount.append(" ", Object.assign(document.createElement("small"), { textContent: `${points} PB` }));
      one.append(Object.assign(document.createElement("dt"), { textContent: `${letter} ${seats[letter]}` }), amount);
      list.append(one);
    });
    slot.append(list, hint(place.reckoned));
    return undefined;
  };

  let typing = 0;
  const typed = (event) => {
    if (!event.target.closest?.("form.hand[data-waits]")) return;
    clearTimeout(typing);
    typing = setTimeout(showPayout, TYPED_PAUSE);
  };
  document.addEventListener("change", typed);
  document.addEventListener("input", typed);
  document.addEventListener("htmx:sendError", (event) => {
    if (!event.target.closest?.("form.hand[data-waits]")) return;
    waiting.lose();
    showPayout();
  });

  /* 6 Without a line a link would lead to the browser's error page: it is asked first whether it leads anywhere.
     What can be done with a stored hand is then offered below its line. */

  const answersAt = async (address) => {
    try {
      return Boolean((await fetch(address, { method: "HEAD" })).status);
    } catch {
      return false;
    }
  };

  const correctHere = (row, number) => {
    const fields = row.dataset.line && rules.fields(row.dataset.line);
    const change = { act: "edit", number, expected: row.dataset.version, path: `hra/${number}/opravit/`, fields };
    const plain = (line) => line.replace(/ rules=.*$/, "");
    if (fields) edit(change);
    const read = fields && rules.line(rules.typed(fieldsOf(form()), letters, book, misdealsOf(form())));
    if (read && read === plain(row.dataset.line)) return;
    clear();
    waiting.say(place.withLine.replace("{n}", number), "warning");
  };

  const takeBackHere = async (number, expected) => {
    const bare = { who: place.who, table: place.table, base: place.base, place: place.place, act: "back", number, expected, state: "waits" };
    const item = { ...bare, path: `hra/${number}/zpet/`, fields: [], record: null, words: "", line: "", money: null };
    await waiting.keep(item);
    await waiting.draw();
    waiting.lose();
  };

  const offer = (row) => {
    document.querySelector(".waiting-offer")?.remove();
    const number = Number(row.id.replace("hra-", ""));
    const press = (text, act) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text });
      button.addEventListener("click", () => {
        button.closest("tr").remove();
        act();
      });
      return button;
    };
    const cell = Object.assign(document.createElement("td"), { colSpan: row.cells.length });
    const buttons = Object.assign(document.createElement("div"), { className: "actions" });
    buttons.append(
      press(place.correcting.replace("{n}", number), () => correctHere(row, number)),
      press(place.taking.replace("{n}", number), () => takeBackHere(number, row.dataset.version)),
    );
    cell.append(hint(place.here), buttons);
    const below = Object.assign(document.createElement("tr"), { className: "waiting-offer" });
    below.append(cell);
    row.after(below);
  };

  /* Whatever else is sent from here would lead there too; a sheet is handed in when everything is on it. */
  document.addEventListener(
    "submit",
    async (event) => {
      const { target: of, submitter } = event;
      const reckons = of.matches("form[data-waits]") && submitter?.hasAttribute("formaction");
      const early = of.matches("[data-after-waiting]") && waiting.of(place.table).length > 0;
      if (of.matches("[hx-post]") || (of.matches("form[data-waits]") && !reckons) || (!early && !waiting.isLost())) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (reckons) showPayout();
      else if (early) waiting.say(place.first, "warning");
      else if (await answersAt(place.base)) of.submit();
      else waiting.say(place.stay, "warning");
    },
    true,
  );

  document.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    const away = link && link.origin === location.origin && !link.getAttribute("href").startsWith("#");
    if (!away || !plain || !waiting.isLost()) return;
    event.preventDefault();
    const row = link.closest("tr[data-version]");
    if (await answersAt(link.href)) location.assign(link.href);
    else if (row && form()?.dataset.waits === "new") offer(row);
    else waiting.say(place.stay, "warning");
  });

  try {
    const said = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    if (said) waiting.say(said, "success");
  } catch {
    /* Nothing was said. */
  }

  if (form()?.dataset.waits === "new") {
    const dealer = form().querySelector("[name=dealer]:checked")?.value ?? letters[0];
    known = { number: Number(field("number").value), dealer, misdeals: misdealsOf(form()) };
    const later = document.documentElement.dataset.kept !== undefined && remembered();
    if (later && later.number > known.number) known = later;
  }
  window.forhont.ahead = ahead;
})();
