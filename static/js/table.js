/* The page of a table: what others write there appears within seconds, and the form of the next hand begins anew.

   Everything is bound to attributes:
     [data-news]     the address that is asked what is new; data-mark is what the page has seen, as the server marks it
     form#zapis      the form of the next hand; data-typed: what stands in it was typed and sent already
   Answers are data (state, html, next, mark): html holds elements that take the place of those with the same id, and
   templates whose content is appended to a list (data-append-to) or takes such places (data-in-place).

   window.forhontTable is for the script that sends hands without leaving the page:
     take(answer)         puts the parts of an answer into the page and remembers its mark
     begin(next)          empties the form for the hand {number, dealer, misdeals}
     isTyped()            somebody has begun to write in the form
*/
(() => {
  "use strict";

  const place = document.querySelector("[data-news]");
  if (!place) return;

  const PAUSE = 5000;
  const form = () => document.getElementById("zapis");
  const field = (name) => form()?.elements.namedItem(name);

  /* crypto.randomUUID exists only where the connection is secure; a hall's address is plain http. */
  const newKey = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };

  /* 1 Parts of the page that an answer brings */

  const put = (part) => {
    const old = part.id && document.getElementById(part.id);
    if (!old || old.isEqualNode(part)) return Boolean(old);
    old.replaceWith(part);
    window.htmx?.process(part);
    return true;
  };

  const apply = (html) => {
    const box = document.createElement("template");
    box.innerHTML = html;
    [...box.content.children].forEach((part) => {
      if (!part.matches("template")) return put(part);
      const list = document.getElementById(part.dataset.appendTo ?? "");
      [...part.content.children].forEach((one) => put(one) || list?.append(one));
    });
  };

  /* Grows with every answer taken: what was asked before it tells of an older state. */
  let taken = 0;

  const take = (answer) => {
    taken += 1;
    if (answer.html) apply(answer.html);
    if (answer.mark) place.dataset.mark = answer.mark;
    /* A saved hand is all that is new where nothing was written between what the page has seen and the hand. */
    if (answer.marks && answer.marks[0] === place.dataset.mark) place.dataset.mark = answer.marks[1];
  };

  /* 2 The form of the next hand */

  const pristine = new Map();
  const remember = () => {
    if (form() && form().dataset.typed === undefined)
      ["licitace", "navrh"].forEach((id) => pristine.set(id, document.getElementById(id)?.cloneNode(true)));
  };

  const isOn = (one, dealer) =>
    one.value === "" ||
    (one.name === "kind" && one.value === "hand") ||
    (one.name.startsWith("flek_") && one.value === "0") ||
    (one.name === "dealer" && one.value === dealer);

  const emptyField = (one, dealer) => {
    if (one.type === "radio") one.checked = isOn(one, dealer);
    else if (one.type === "checkbox") one.checked = false;
    else if (one.type === "select-one") one.selectedIndex = 0;
    else if (["text", "textarea", "number"].includes(one.type)) one.value = "";
  };

  const begin = (next) => {
    const hand = form();
    if (!hand || !next) return;
    pristine.forEach((part, id) => part && put(part.cloneNode(true)) && htmxOf(id));
    [...hand.elements].forEach((one) => emptyField(one, next.dealer));
    ["auction", "premium_rows"].forEach((name) => field(name) && (field(name).value = ""));
    field("submission").value = newKey();
    field("number").value = next.number;
    /* A payout that is still being asked for is that of the hand before. */
    hand.querySelectorAll("[hx-post]").forEach((one) => window.htmx?.trigger(one, "htmx:abort"));
    hand.querySelectorAll(".errors, #otazka").forEach((one) => one.remove());
    hand.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
    hand.querySelectorAll(".field-wrong").forEach((one) => one.classList.remove("field-wrong"));
    hand.querySelectorAll("details[open]").forEach((one) => one.removeAttribute("open"));
    delete hand.dataset.typed;
    hand.dataset.draftVersion = next.number;
    hand.dataset.misdeals = JSON.stringify(next.misdeals);
    hand.querySelectorAll("[data-says]").forEach((one) => {
      one.textContent = one.dataset.says.replace("{n}", next.number);
    });
    ["payout", "reckoning"].forEach((id) => document.getElementById(id)?.replaceChildren());
    document.getElementById("mezitim")?.replaceChildren();
    document.dispatchEvent(new CustomEvent("forhont:begun", { detail: next }));
  };

  const htmxOf = (id) => window.htmx?.process(document.getElementById(id));

  const isTyped = () => {
    const hand = form();
    if (!hand) return false;
    if (hand.dataset.typed !== undefined) return true;
    return [...hand.elements].some((one) => {
      if (one.name === "dealer" || ["hidden", "submit", "button", "fieldset"].includes(one.type)) return false;
      if (one.type === "radio" || one.type === "checkbox") return one.checked && !isOn(one, "");
      return one.type === "select-one" ? one.selectedIndex > 0 : Boolean(one.value);
    });
  };

  /* 3 What others wrote */

  let waiting = 0;
  let over = false;

  const ask = async () => {
    clearTimeout(waiting);
    if (over || document.hidden) return;
    const before = taken;
    try {
      const answer = await fetch(`${place.dataset.news}?cislo=${field("number")?.value ?? ""}`, {
        headers: { Accept: "application/json", "If-None-Match": place.dataset.mark },
        cache: "no-store",
        signal: AbortSignal.timeout?.(10000),
      });
      document.dispatchEvent(new CustomEvent("forhont:reached"));
      const news = answer.status === 200 && (await answer.json());
      if (news && taken === before) hear(news);
      else if ([403, 404].includes(answer.status)) end(await answer.json());
    } catch {
      /* No line, or an answer that is none: the next question will tell. */
    }
    clearTimeout(waiting);
    if (!over) waiting = setTimeout(ask, PAUSE);
  };

  const hear = (news) => {
    const busy = form()?.getAttribute("aria-busy") === "true";
    const next = window.forhont?.ahead?.(news.next) ?? news.next;
    const other = String(next.number) !== field("number")?.value;
    take(news);
    if (form() && other && !busy && !isTyped()) begin(next);
  };

  const end = (answer) => {
    over = true;
    document.dispatchEvent(new CustomEvent("forhont:say", { detail: { text: answer.text, level: "error" } }));
  };

  remember();
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("pageshow", (event) => event.persisted && ask());
  waiting = setTimeout(ask, PAUSE);
  window.forhontTable = { take, begin, isTyped, newKey };
})();
