/* Live parts of pages. Asks every few seconds what the newest state is, and when it is another one, brings the parts
   of the page that differ up to date, without a reload. Nothing here is needed: a reload shows the same.

     body[data-state="address"]  where to ask; the answer is {"mark": …, "now": …}, or 304 while the mark is the same
     body[data-mark]             the state the page was made from; without it the page is compared once at the beginning
     body[data-eager]            one of a few (a screen, the desk): asks more often and does not wait for others
     [data-live][id]             a part that is kept up to date
     [data-key]                  a piece of a part that stays itself when it moves or others come
     [data-live-line]            shown while the server does not answer

   Tells the document: forhont:line {lost} when the line is lost or back, forhont:now {now, sent, received} with each
   answer (milliseconds; what the server's clock said between the two of this device); and the part: forhont:live. */
(() => {
  "use strict";

  const { state, eager } = document.body.dataset;
  if (!state) return;

  const EVERY = eager === undefined ? 5000 : 3000;
  const SHIFT = 500;
  const ASLEEP = 60000;
  const SPREAD = eager === undefined ? 2000 : 0;
  const PATIENCE = 8000;
  const FAILURES = 2;
  const PRESS = 3000;

  let mark = document.body.dataset.mark ?? "";
  let shownAt = Date.now();
  let failures = 0;
  let timer = 0;
  let isAsking = false;

  const tell = (name, detail, where = document) => where.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  const pause = (most) => new Promise((done) => setTimeout(done, Math.random() * most));

  /* The line */

  const line = (text) => {
    document.querySelectorAll("[data-live-line]").forEach((one) => {
      one.textContent = text(one.dataset);
      one.hidden = !one.textContent;
    });
  };

  const isLost = () => {
    failures += 1;
    if (failures < FAILURES) return;
    const when = new Date(shownAt).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    line((words) => words.lost.replace("{when}", when));
    if (failures === FAILURES) tell("forhont:line", { lost: true });
  };

  const isBack = (isGone) => {
    failures = 0;
    line((words) => (isGone ? words.gone : ""));
    tell("forhont:line", { lost: false });
  };

  /* What stays as it is when a part changes: whatever its person has done with it */

  const isTyped = (field) =>
    field.type === "checkbox" || field.type === "radio"
      ? field.checked !== field.defaultChecked
      : field.options
        ? [...field.options].some((one) => one.selected !== one.defaultSelected) && field.selectedIndex > 0
        : !["hidden", "submit", "button", "fieldset", "output"].includes(field.type) && field.value !== field.defaultValue;
  const isBeingFilled = (node) => node.matches("form[method=post]") && [...node.elements].some(isTyped);

  const key = (node) => node.id || node.dataset?.key || "";
  const isSame = (one, other) => one.nodeName === other.nodeName && key(one) === key(other) && one.type === other.type;

  const setAttributes = (old, fresh) => {
    for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes)
      if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  };

  /* Makes the old node say what the fresh one says. Nodes stay, so focus, caret, scroll and what is open stay too. */
  const renew = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    if (isBeingFilled(old)) return;
    setAttributes(old, fresh);
    const kept = new Map([...old.children].filter(key).map((one) => [key(one), one]));
    let place = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      let found = key(next) ? kept.get(key(next)) : place;
      // What stood before it may be gone.
      while (found && !key(next) && !isSame(found, next)) found = found.nextSibling;
      if (found && isSame(found, next)) {
        if (found === place) place = place.nextSibling;
        else old.insertBefore(found, place);
        renew(found, next);
      } else old.insertBefore(document.importNode(next, true), place);
    }
    while (place) {
      const after = place.nextSibling;
      place.remove();
      place = after;
    }
  };

  /* A piece that moves in the document loses the focus; browsers without anchoring also let the page jump. */
  const keepingPlace = (change) => {
    const focused = document.activeElement;
    const [from, to] = [focused?.selectionStart, focused?.selectionEnd];
    const seen = CSS.supports("overflow-anchor", "auto") ? null : document.elementFromPoint(innerWidth / 2, innerHeight / 3);
    const top = seen?.getBoundingClientRect().top;
    change();
    if (seen?.isConnected) scrollBy(0, seen.getBoundingClientRect().top - top);
    if (!focused?.isConnected || focused === document.activeElement || focused === document.body) return;
    focused.focus({ preventScroll: true });
    if (typeof from === "number") focused.setSelectionRange(from, to);
  };

  /* A token of a form is another one in each answer and says nothing. */
  const said = (part) => part.outerHTML.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1");
  const parts = () => [...document.querySelectorAll("[data-live][id]")];
  const served = new Map(parts().map((part) => [part.id, said(part)]));

  /* Nothing changes under a finger that is coming up. */
  let release = () => {};
  let released = Promise.resolve();
  const press = () => {
    released = new Promise((done) => (release = done));
    setTimeout(release, PRESS);
  };
  document.addEventListener("pointerdown", press, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release, 300), true);

  const show = (page) => {
    const changed = parts().filter((part) => {
      const fresh = page.getElementById(part.id);
      return fresh && served.get(part.id) !== said(fresh);
    });
    keepingPlace(() => changed.forEach((part) => renew(part, page.getElementById(part.id))));
    changed.forEach((part) => {
      served.set(part.id, said(page.getElementById(part.id)));
      window.htmx?.process(part);
      tell("forhont:live", {}, part);
    });
  };

  /* What is not public any more is not shown any longer. */
  const withdraw = () =>
    parts().forEach((part) => {
      part.replaceChildren();
      served.delete(part.id);
    });

  /* Asking */

  const get = async (address, options) => {
    const patience = new AbortController();
    const end = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { ...options, signal: patience.signal });
      return [answer, answer.ok ? await answer.text() : ""];
    } finally {
      clearTimeout(end);
    }
  };

  const isShut = (answer) => [403, 404, 410].includes(answer.status);

  /* Another version of the program has other scripts: the page is fetched whole. */
  const isOfAnother = (page) => {
    const script = (where) => where.querySelector('script[src*="/live."]')?.getAttribute("src");
    return script(page) !== script(document) && ![...document.forms].some((form) => [...form.elements].some(isTyped));
  };

  /* Whether the page shows what was asked for: not where its place is empty now. */
  const update = async () => {
    const [answer, text] = await get(location.href, { cache: "no-cache" });
    if (isShut(answer)) return false;
    if (!answer.ok) throw new Error(`${answer.status}`);
    const page = new DOMParser().parseFromString(text, "text/html");
    if (page.body.dataset.state !== state) throw new Error("not this page");
    if (isOfAnother(page)) location.reload();
    else await released.then(() => show(page));
    return true;
  };

  const question = async () => {
    const sent = Date.now();
    const headers = mark ? { "If-None-Match": `"${mark}"` } : {};
    const [answer, text] = await get(state, { cache: "no-store", headers });
    const now = Number(answer.headers.get("Forhont-Now"));
    if (!now) throw new Error("not this server");
    tell("forhont:now", { now, sent, received: Date.now() });
    const newest = answer.ok ? JSON.parse(text).mark : mark;
    let isGone = isShut(answer);
    if (!isGone && answer.status !== 304) {
      if (!answer.ok) throw new Error(`${answer.status}`);
      if (mark) await pause(SPREAD);
      isGone = !(await update());
    }
    if (isGone) withdraw();
    mark = isShut(answer) ? "" : newest;
    shownAt = now;
    return isGone;
  };

  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    try {
      isBack(await question());
    } catch {
      isLost();
    }
    isAsking = false;
    const wait = document.visibilityState === "visible" ? EVERY + (Math.random() - 0.5) * 2 * SHIFT : ASLEEP;
    timer = setTimeout(ask, wait);
  };

  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask());
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", (event) => event.persisted && ask());

  timer = setTimeout(ask, Math.random() * SHIFT * 2);
})();
