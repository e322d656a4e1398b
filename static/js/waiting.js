/* What was saved goes to the server from here: in order, once, now or when the line returns.

   Loaded by every page, so that whoever has something waiting sees it wherever he is, and so that it goes from
   wherever there is a line. The words come from #waiting, which stays hidden while nothing waits.

   An item: { key, id, who, table, base, place, act ("new", "edit", "back", "put"), number, path, fields, answers, expected,
   record, words, line, money, state ("waits", "asks", "refused", "closed"), answer }. `base` is the address of the page
   of its table, `path` what follows it; `who` is the account that saved it, "" for the scribe of a link: nobody sends
   what another person wrote.

   Says on the document: forhont:answered { item, answer } and forhont:line { lost }.

     forhont.waiting.keep(item)        keeps an item, in the place of the one with the same key; its key
     forhont.waiting.send(key)         the server's answer, or null while there is no line
     forhont.waiting.of(table)         what waits for a table, in order, as far as this page knows
     forhont.waiting.ask(key)          the item whose question stands beside the form, where it still is
     forhont.waiting.draw()            shows what waits
*/
(() => {
  "use strict";

  const { store } = window.forhont;
  const root = document.getElementById("waiting");
  if (!root || !store) return;

  const words = root.dataset;
  const place = document.querySelector("[data-place]")?.dataset;
  const tab = String(Math.random()).slice(2);
  const FIRST_PAUSE = 2000;
  const LONGEST_PAUSE = 30000;
  const PATIENCE = 6000;
  /* Longer than one sending; a tab that was killed keeps the others from sending for so long. */
  const LEASE = 10000;
  const FEW = 5;

  let items = [];
  let lost = false;
  let pause = FIRST_PAUSE;
  let retry = 0;
  let inForm = null;
  const answers = new Map();

  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`forhont:${name}`, { detail }));
  const say = (text, level, button) => tell("say", { text, level, button });
  const nap = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /* 1 One request */

  const isMine = (item) => item.who === "" || item.who === words.who;
  const here = (item) => item.table === place?.table && item.who === place.who && document.querySelector("[data-waits]");

  const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? "";

  const bodyOf = (item) => {
    const body = new URLSearchParams(item.fields);
    if (item.act === "new") {
      body.set("submission", item.id);
      body.set("number", item.number);
    }
    if (item.expected) body.set("expected", item.expected);
    (item.answers ?? []).forEach((name) => body.set(name, "1"));
    if (here(item) && place.list !== undefined) body.set("fragment", "1");
    return body;
  };

  const waitsFor = (answer) => Number(answer.headers.get("Retry-After")) * 1000 || 0;

  /* Only an answer that is data of this program counts: a portal of the wi-fi answers 200 to anything. */
  const post = async (item) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch((here(item) ? place.base : item.base) + item.path, {
        method: "POST",
        body: bodyOf(item),
        headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
        signal: stop.signal,
      });
      if (answer.status >= 500 || answer.status === 429) {
        pause = Math.max(pause, waitsFor(answer));
        return null;
      }
      const data = await answer.json();
      return ["stored", "asks", "refused", "closed"].includes(data.state) ? data : null;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  };

  /* 2 The queue: one tab sends, each person's hands of a table in order, what is asked about stops those behind it */

  const refresh = async () => {
    items = await store.list();
    return items;
  };

  const first = async () => {
    const stopped = new Set();
    return (await refresh()).find((item) => {
      const queue = `${item.table} ${item.who}`;
      if (stopped.has(queue)) return false;
      stopped.add(queue);
      return item.state === "waits" && isMine(item);
    });
  };

  const took = async (item, answer) => {
    if (answer.state === "stored") await store.done(item.key, answer.number);
    else await store.change(item.key, (one) => ({ ...one, state: answer.state, answer }));
    await refresh();
    answers.set(item.key, answer);
    tell("answered", { item, answer });
    channel?.postMessage({ item, answer });
  };

  const leased = async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      if (await store.lease(tab, LEASE)) return true;
      await nap(150);
    }
    return false;
  };

  const run = async () => {
    if (!(await first())) return;
    if (navigator.onLine === false) return later();
    if (!(await leased())) return again(FIRST_PAUSE);
    try {
      for (let item = await first(); item; item = await first()) {
        const answer = await post(item);
        if (!answer) return later();
        found();
        await took(item, answer);
        await store.lease(tab, LEASE);
      }
    } finally {
      await store.release(tab);
    }
  };

  let sending = null;
  const flush = () => {
    clearTimeout(retry);
    return (sending ??= run()
      .catch(later)
      .finally(async () => {
        sending = null;
        await draw();
      }));
  };

  const setLost = (now) => {
    if (lost === now) return;
    lost = now;
    tell("line", { lost });
  };

  const again = (after) => {
    clearTimeout(retry);
    retry = setTimeout(flush, after);
  };

  const later = () => {
    setLost(true);
    again(pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  };

  const found = () => {
    pause = FIRST_PAUSE;
    setLost(false);
  };

  const hurry = () => {
    pause = FIRST_PAUSE;
    if (items.some((item) => item.state === "waits")) flush();
  };

  const keep = async (item) => {
    const key = item.key
      ? await store.change(item.key, () => item).then((kept) => kept?.key)
      : undefined;
    const { key: _gone, ...fresh } = item;
    const kept = key ?? (await store.add(fresh));
    answers.delete(kept);
    await draw();
    channel?.postMessage({});
    return kept;
  };

  /* A sending that ended just before the item was kept has not seen it: then once more. */
  const send = async (key) => {
    if (lost) {
      pause = FIRST_PAUSE;
      flush();
      return null;
    }
    await flush();
    if (!answers.has(key) && !lost) await flush();
    return answers.get(key) ?? null;
  };

  /* Other tabs: one sends, all know. */
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("forhont") : null;
  channel?.addEventListener("message", async ({ data }) => {
    await refresh();
    if (data.item) {
      answers.set(data.item.key, data.answer);
      tell("answered", data);
    }
    await draw();
    tell("ready", {});
  });

  /* 3 What is shown */

  const make = (tag, properties = {}, ...children) => {
    const { data = {}, ...rest } = properties;
    const element = Object.assign(document.createElement(tag), rest);
    Object.assign(element.dataset, data);
    element.append(...children.filter((child) => child !== undefined && child !== ""));
    return element;
  };

  const counted = (count, one, few, many) =>
    (count === 1 ? one : count < FEW ? few : many).replace("{n}", count);

  const titleOf = (item) =>
    ({ new: words.hand, edit: words.correction, back: words.takeBack, put: words.putBack })[item.act].replace("{n}", item.number);

  const stateOf = (item) =>
    ({ waits: isMine(item) ? words.waits : words.person, asks: words.asks, refused: words.refused, closed: words.closed })[item.state];

  const button = (text, act, item, look = "") =>
    make("button", { type: "button", className: `button ${look}`, textContent: text, data: { waiting: act, key: item.key } });

  const buttons = (item) => {
    const { question } = item.answer ?? {};
    const yes = { taken: words.another, dealer: words.confirm, doubtful: words.confirm, changed: words.change }[question];
    const mayEdit = here(item) && ["new", "edit"].includes(item.act) && document.querySelector("form.hand");
    return make(
      "div",
      { className: "actions" },
      item.state === "asks" ? button(yes, "answer", item, "button-main") : "",
      mayEdit ? button(words.edit, "edit", item) : "",
      button(words.drop, "drop", item, "button-quiet"),
    );
  };

  const stored = (html) => {
    const box = make("div", { className: "waiting-stored" });
    box.innerHTML = html;
    return box;
  };

  const line = (item) =>
    make(
      "li",
      { className: `waiting-item waiting-${item.state}` },
      make(
        "div",
        {},
        make("p", {}, make("strong", { textContent: titleOf(item) }), " ", make("span", { className: "state", textContent: stateOf(item) })),
        make("p", { className: "soft", textContent: item.words }),
        item.state === "waits" ? "" : make("p", { className: "strong", textContent: item.answer?.text ?? "" }),
        item.state === "asks" && item.answer.html ? stored(item.answer.html) : "",
      ),
      buttons(item),
    );

  const rescue = (list) =>
    list
      .map((item, place_) => {
        const head = place_ && list[place_ - 1].table === item.table ? "" : `${place_ ? "\n" : ""}${item.place}\n`;
        return `${head}${titleOf(item)}: ${item.words}\n${item.line ? `    ${item.line}\n` : ""}`;
      })
      .join("");

  const isOpen = () => document.querySelector(".waiting-rescue")?.open ?? items.some((item) => item.state === "closed");

  const rescueFold = () => {
    const text = make("textarea", { readOnly: true, value: rescue(items), rows: Math.min(14, 3 * items.length + 1), className: "notation" });
    text.setAttribute("aria-label", words.rescue);
    return make(
      "details",
      { className: "more waiting-rescue", open: isOpen() },
      make("summary", {}, root.querySelector("template").content.cloneNode(true), words.rescue),
      make("p", { className: "help", textContent: words.help }),
      text,
      make("div", { className: "actions" }, make("button", { type: "button", className: "button", textContent: words.copy, data: { waiting: "copy" } })),
    );
  };

  const group = (list) => {
    if (!list.length) return [];
    const elsewhere = list[0].table !== place?.table;
    return [
      elsewhere ? make("h3", { textContent: list[0].place }) : "",
      make("ol", { className: "lines waiting-lines" }, ...list.map(line)),
      elsewhere && list[0].base !== location.pathname ? make("p", {}, make("a", { href: list[0].base, textContent: words.open })) : "",
    ];
  };

  const headline = () => {
    const states = new Set(items.map((item) => item.state));
    const asked = states.has("asks") || states.has("refused");
    const why = asked ? words.needs : states.has("closed") ? words.shut : words.line;
    const text = `${counted(items.length, words.one, words.few, words.many)} ${why}`;
    return make(
      "p",
      { className: "waiting-line", role: "status" },
      make("span", { textContent: text }),
      make("a", { href: "#waiting-list", textContent: words.show }),
    );
  };

  const draw = async () => {
    await refresh();
    const tables = [...new Set(items.map((item) => item.table))];
    const focused = document.activeElement?.dataset;
    const target = document.getElementById("waiting-slot") ?? root;
    document.querySelector(".waiting-line")?.remove();
    document.getElementById("waiting-list")?.remove();
    document.getElementById("otazka")?.remove();
    root.hidden = !items.length;
    if (!items.length) return;
    root.prepend(headline());
    const beside = document.getElementById("waiting-question");
    const shown = beside && items.find((item) => item.key === inForm && item.state === "asks");
    if (shown) beside.append(make("ol", { id: "otazka", className: "lines", tabIndex: -1 }, line(shown)));
    if (items.every((item) => item === shown)) return;
    target.append(
      make(
        "section",
        { id: "waiting-list", className: "section waiting-list", tabIndex: -1 },
        make("h2", { textContent: words.title }),
        ...tables.flatMap((table) => group(items.filter((item) => item.table === table && item !== shown))),
        rescueFold(),
      ),
    );
    if (focused?.waiting) document.querySelector(`[data-waiting="${focused.waiting}"][data-key="${focused.key}"]`)?.focus();
  };

  /* 4 What is pressed there */

  const undo = (item) => {
    const back = make("button", { type: "button", className: "button button-quiet", textContent: words.undo });
    back.addEventListener("click", async () => {
      await store.change(item.key, () => item) ?? (await store.add(item));
      back.closest(".message").remove();
      await draw();
      tell("ready", {});
      flush();
    });
    return back;
  };

  const drop = async (item) => {
    await store.change(item.key, () => null);
    await refresh();
    tell("dropped", { item });
    say(words.dropped.replace("{what}", titleOf(item)), "info", undo(item));
    await flush();
  };

  const answer = async (item) => {
    const { answer: name, expected } = item.answer;
    const answered = name === "expected" ? { expected } : { answers: [...new Set([...(item.answers ?? []), name])] };
    await store.change(item.key, (one) => ({ ...one, ...answered, state: "waits", answer: undefined }));
    await flush();
  };

  /* The clipboard needs a secure connection, which a hall does not have; selected text can be copied anywhere. */
  const copy = () => {
    const text = document.querySelector(".waiting-rescue textarea");
    text.select();
    if (document.execCommand("copy")) say(words.copied, "success");
  };

  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-waiting]") : null;
    if (!pressed) return;
    const item = items.find((one) => String(one.key) === pressed.dataset.key);
    const acts = { drop, answer, copy, edit: (one) => tell("edit", { item: one }) };
    acts[pressed.dataset.waiting]?.(item);
  });

  /* 5 When it is tried again. A page that may write here lets go what was shut before: it has a new address or log-in. */

  const begin = async () => {
    await refresh();
    const shut = items.filter((item) => item.state === "closed" && here(item));
    await Promise.all(shut.map((item) => store.change(item.key, (one) => ({ ...one, base: place.base, state: "waits" }))));
    await draw();
    tell("ready", {});
    hurry();
    const { kept } = document.documentElement.dataset;
    if (kept) say(words.kept.replace("{when}", new Date(kept).toLocaleTimeString(words.language, { timeStyle: "short" })), "info");
  };

  window.addEventListener("online", hurry);
  window.addEventListener("offline", () => setLost(true));
  window.addEventListener("pageshow", (event) => event.persisted && begin());
  /* Closed in the middle of sending, it would keep the next page waiting; what arrives twice is stored once. */
  window.addEventListener("pagehide", () => sending && store.release(tab));
  document.addEventListener("visibilitychange", () => document.hidden || hurry());
  const reached = () => {
    if (!lost) return;
    found();
    hurry();
  };
  document.addEventListener("forhont:reached", reached);
  document.addEventListener("htmx:afterRequest", (event) => event.detail.successful && reached());

  window.forhont = {
    ...window.forhont,
    waiting: { keep, send, draw, say, lose: later, isLost: () => lost, ask: (key) => (inForm = key), of: (table) => items.filter((item) => item.table === table) },
  };
  /* 6 Where the connection is secure, a scribe's page opens without a line too (js/worker.js, which the server puts
     on top of the site). It keeps what the page is made of when it has been opened once. */

  const SCRIBE = "/l/";
  const files = () => performance.getEntriesByType("resource").map((one) => one.name).filter((name) => name.includes("/static/"));

  const openWithoutLine = async () => {
    if (!("serviceWorker" in navigator) || !place || !location.pathname.startsWith(SCRIBE)) return;
    await navigator.serviceWorker.register("/bez-spojeni.js", { scope: SCRIBE });
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ page: place.base, files: files() });
  };

  /* What was saved since is not on the kept page: it is taken anew when the phone is put away. */
  let old = false;
  const renew = () => {
    if (!document.hidden || !old || lost) return;
    old = false;
    navigator.serviceWorker?.controller?.postMessage({ page: place.base, files: [], anew: true });
  };

  document.addEventListener("forhont:answered", ({ detail }) => (old ||= detail.answer.state === "stored"));
  document.addEventListener("visibilitychange", renew);
  window.addEventListener("load", () => openWithoutLine().catch(() => {}));

  /* The scripts of the page are there by then. */
  document.addEventListener("DOMContentLoaded", () => begin().catch(() => root.remove()));
})();
