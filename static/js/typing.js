/* Hands of a sheet, a line each: Enter hands a line over and the next one is there at once.

   A line that is on its way waits in a queue and is sent after those before it, so that the server has read them all
   when it says who deals. What the server refuses or asks about comes back into its line; the ones behind it wait.
   Without this script every line is a form of its own that sends itself.

   Bound to [data-typing]:
     form[data-line]    a line; data-read is the address that reads it. #dalsi is the next one, in #radky are the others
     [data-discard]     the line is not wanted, the stored ones count
*/
(() => {
  "use strict";

  const box = document.querySelector("[data-typing]");
  if (!box) return;

  const texts = document.getElementById("texts").dataset;
  const fresh = document.getElementById("dalsi");
  const queue = [];
  let busy = false;

  const lines = () => document.getElementById("radky");
  const inputOf = (line) => line.elements.namedItem("line");
  const every = () => [...box.querySelectorAll('input[name="line"]')];
  const partsOf = (html) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    return made.content;
  };

  const focus = (input) => {
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    show(input.form);
  };

  /* The next line is always in sight; what has just been written is to be seen above it. */
  const show = (line) => (line === fresh ? lines().lastElementChild : line)?.scrollIntoView({ block: "nearest" });

  const post = async (line, pressed) => {
    const data = new FormData(line);
    if (pressed?.name) data.append(pressed.name, pressed.value);
    try {
      const answer = await fetch(line.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
      return await answer.json();
    } catch {
      return { state: "lost", text: texts.lost };
    }
  };

  /* 1 What a line was understood as, while it is typed */

  const clock = new WeakMap();

  const showError = (line, text) => {
    const words = document.createElement("p");
    words.className = "typed-words typed-error";
    const said = document.createElement("span");
    said.textContent = text;
    words.append(document.getElementById("znak-chyby").content.cloneNode(true), said);
    line.querySelector(".typed-reading").replaceChildren(words);
    inputOf(line).setAttribute("aria-invalid", "true");
  };

  const read = async (line) => {
    const input = inputOf(line);
    const typed = input.value;
    if (!typed.trim()) return line.querySelector(".typed-reading").replaceChildren();
    if (line === fresh && (busy || queue.length)) return;
    let html;
    try {
      const answer = await fetch(line.dataset.read, { method: "POST", body: new FormData(line) });
      if (!answer.ok) return;
      html = await answer.text();
    } catch {
      return;
    }
    if (input.value !== typed) return;
    const shown = partsOf(html).querySelector(".typed-reading");
    if (!shown) return;
    line.querySelector(".typed-reading").replaceWith(shown);
    input.removeAttribute("aria-invalid");
  };

  const readSoon = (line) => {
    clearTimeout(clock.get(line));
    clock.set(line, setTimeout(() => read(line), 120));
  };

  box.addEventListener("input", (event) => {
    if (event.target.name !== "line") return;
    readSoon(event.target.form);
    remember();
  });

  /* 2 The next hand */

  const announce = (line, number, dealer) => {
    line.elements.namedItem("number").value = number;
    line.querySelector("[data-number]").textContent = `${number}.`;
    line.querySelector("[data-dealer]").textContent = dealer;
  };

  const numberOf = (line) => Number(line.elements.namedItem("number").value);

  const handOver = () => {
    if (!inputOf(fresh).value.trim()) return;
    enqueue();
    remember();
    focus(inputOf(fresh));
    send();
  };

  const enqueue = () => {
    const input = inputOf(fresh);
    const line = fresh.cloneNode(true);
    line.removeAttribute("id");
    line.classList.add("typed-waiting");
    inputOf(line).value = input.value;
    inputOf(line).readOnly = true;
    inputOf(line).removeAttribute("autofocus");
    lines().append(line);
    queue.push(line);
    input.value = "";
    input.removeAttribute("aria-invalid");
    fresh.querySelector(".typed-reading").replaceChildren();
    announce(fresh, numberOf(fresh) + 1, "·");
  };

  const send = async (pressed) => {
    const line = queue[0];
    if (busy || !line || line.dataset.stopped !== undefined) return;
    busy = true;
    const answer = await post(line, pressed);
    busy = false;
    if (answer.state === "stored") stored(line, answer);
    else stop(line, answer);
    if (queue.length === 0 && inputOf(fresh).value) read(fresh);
  };

  const stored = (line, answer) => {
    const wasHere = line.contains(document.activeElement);
    queue.shift();
    remember();
    const parts = partsOf(answer.html);
    const known = document.getElementById(`radek-${answer.number}`);
    known?.remove();
    line.replaceWith(parts.getElementById(`radek-${answer.number}`) ?? "");
    takeSums(parts);
    show(fresh);
    queue.forEach((one, place) => announce(one, answer.next.number + place, place ? "·" : answer.next.dealer));
    announce(fresh, answer.next.number + queue.length, queue.length ? "·" : answer.next.dealer);
    if (wasHere) focus(inputOf(fresh));
    send();
  };

  const takeSums = (parts) => {
    const sums = parts.getElementById("radky-soucet");
    if (sums) document.getElementById("radky-soucet").replaceWith(sums);
  };

  /* The line stays with everything typed; Enter in it sends it again, then those behind it. */
  const stop = (line, answer) => {
    if (answer.state === "lost") return waitForConnection(line, answer.text);
    const asked = answer.html && partsOf(answer.html).querySelector("form");
    const place = queue.indexOf(line);
    if (asked) {
      asked.removeAttribute("id");
      line.replaceWith(asked);
      if (place >= 0) queue[place] = asked;
      asked.dataset.stopped = answer.state;
      asked.querySelector(".typed-question .actions > *").focus();
      show(asked);
      return;
    }
    line.dataset.stopped = answer.state;
    inputOf(line).readOnly = false;
    showError(line, (answer.fields?.line ?? [answer.text]).join(" "));
    focus(inputOf(line));
  };

  /* Nobody has to look after a line without a connection: it goes when there is one, and the next can be typed. */
  const waitForConnection = (line, text) => {
    showError(line, text);
    if (!queue.includes(line)) return;
    line.dataset.stopped = "lost";
    setTimeout(tryAgain, 5000);
  };

  const tryAgain = () => {
    if (queue[0]?.dataset.stopped !== "lost") return;
    delete queue[0].dataset.stopped;
    send();
  };

  window.addEventListener("online", tryAgain);

  /* What the server does not have yet is kept in this browser: a page that is read anew goes on with it. A line keeps
     its number and its key, so that one that had arrived is not stored again and one that others wrote is asked about. */
  const KEPT = `forhont:lines:${location.pathname}`;

  const remember = () => {
    const kept = [...queue, ...(inputOf(fresh).value.trim() ? [fresh] : [])].map((line) => ({
      number: numberOf(line),
      key: line.elements.namedItem("submission").value,
      text: inputOf(line).value,
      typed: line === fresh,
    }));
    try {
      if (kept.length) localStorage.setItem(KEPT, JSON.stringify(kept));
      else localStorage.removeItem(KEPT);
    } catch {
      /* Private windows may forbid it. */
    }
  };

  const bringBack = () => {
    let kept = [];
    try {
      kept = JSON.parse(localStorage.getItem(KEPT)) ?? [];
    } catch {
      return;
    }
    const key = fresh.elements.namedItem("submission");
    const own = key.value;
    kept.forEach((one) => {
      announce(fresh, one.number, "·");
      inputOf(fresh).value = one.text;
      key.value = one.typed ? own : one.key;
      if (!one.typed) enqueue();
    });
    key.value = own;
    if (!kept.length) return;
    document.dispatchEvent(new CustomEvent("forhont:say", { detail: { text: texts.restored, level: "info" } }));
    if (queue.length) send();
    else read(fresh);
  };

  /* Several lines at once, as a phone gives them out when it cannot send: of its words only the hands are taken. */
  box.addEventListener("paste", (event) => {
    if (event.target !== inputOf(fresh)) return;
    const pasted = event.clipboardData.getData("text").split(/\r?\n/).map((one) => one.trim()).filter(Boolean);
    const hands = pasted.filter((one) => /^ABCD?\//.test(one));
    if (pasted.length < 2) return;
    event.preventDefault();
    (hands.length ? hands : pasted).forEach((one) => {
      inputOf(fresh).value = one;
      handOver();
    });
  });

  /* 3 A stored hand */

  const correct = async (line, pressed) => {
    if (inputOf(line).value === inputOf(line).defaultValue && !line.matches(".typed-asked")) return move(line, 1);
    const answer = await post(line, pressed);
    if (answer.state !== "stored") return stop(line, answer);
    const parts = partsOf(answer.html);
    line.replaceWith(parts.getElementById(`radek-${answer.number}`) ?? "");
    takeSums(parts);
    if (!queue.length) announce(fresh, numberOf(fresh), answer.next.dealer);
    focus(inputOf(fresh));
  };

  /* 4 Somebody else has written it: theirs stays, the lines are shown anew */

  const discard = async (line) => {
    if (queue[0] === line) queue.shift();
    line.remove();
    remember();
    const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return;
    const parts = partsOf(await answer.text());
    const anew = parts.getElementById("radky");
    const { number, dealer } = anew.dataset;
    lines().replaceWith(anew);
    queue.forEach((one) => anew.append(one));
    takeSums(parts);
    /* What is typed already was meant as the hand whose number it shows: it will be asked about too. */
    if (!queue.length && !inputOf(fresh).value) announce(fresh, Number(number), dealer);
    focus(inputOf(fresh));
    send();
  };

  /* 5 Keys */

  const move = (line, step) => {
    const inputs = every();
    const next = inputs[inputs.indexOf(inputOf(line)) + step];
    if (next) focus(next);
  };

  box.addEventListener("submit", (event) => {
    const line = event.target;
    if (!line.matches("[data-line]")) return;
    event.preventDefault();
    if (line === fresh) return handOver();
    if (!queue.includes(line)) return void correct(line, event.submitter);
    if (queue[0] !== line) return;
    delete line.dataset.stopped;
    send(event.submitter);
  });

  box.addEventListener("click", (event) => {
    const link = event.target.closest("[data-discard]");
    if (!link) return;
    event.preventDefault();
    discard(link.closest("form"));
  });

  box.addEventListener("keydown", (event) => {
    if (event.target.name !== "line" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const line = event.target.form;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) {
      event.preventDefault();
      move(line, step);
    } else if (event.key === "Enter") {
      /* Not by the first button of the line: it would answer a question about what has been typed over since. */
      event.preventDefault();
      if (!event.repeat) line.requestSubmit();
    } else if (event.key === "Escape" && line !== fresh && !queue.includes(line)) {
      event.stopPropagation();
      event.target.value = event.target.defaultValue;
      read(line);
      focus(inputOf(fresh));
    }
  });

  const isUnsaved = () => queue.length > 0 || every().some((input) => input.value !== input.defaultValue);

  window.addEventListener("beforeunload", (event) => {
    if (isUnsaved()) event.preventDefault();
  });

  bringBack();
  show(fresh);
})();
