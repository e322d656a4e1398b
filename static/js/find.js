/* The laptop at the door: answers while somebody types, and is empty again for the next one.

     form[data-find="seconds"]   after so many seconds without a key the field is empty again
     [data-find-lost]            shown while the server does not answer */
(() => {
  "use strict";

  const form = document.querySelector("form[data-find]");
  const field = form.elements.q;
  const found = document.getElementById("nalezeno");
  const lost = document.querySelector("[data-find-lost]");
  const PAUSE = 150;

  let asking = new AbortController();
  let pause = 0;
  let idle = 0;

  const ask = async () => {
    clearTimeout(pause);
    asking.abort();
    asking = new AbortController();
    const address = `${location.pathname}?${new URLSearchParams({ q: field.value })}`;
    try {
      const answer = await fetch(field.value ? address : location.pathname, { signal: asking.signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      found.replaceChildren(...page.getElementById(found.id).childNodes);
      lost.hidden = true;
    } catch (error) {
      if (error.name === "AbortError") return;
      found.replaceChildren();
      lost.hidden = false;
    }
  };

  const empty = () => {
    field.value = "";
    field.focus();
    ask();
  };

  const wait = () => {
    clearTimeout(idle);
    idle = setTimeout(empty, Number(form.dataset.find) * 1000);
  };

  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
    field.select();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") empty();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) field.focus();
    wait();
  });
  document.addEventListener("pointerdown", wait);
  if (field.value) wait();
})();
