/* A file of registrations: how far it has got, and its rows edited like cells of a spreadsheet. Without this each row
   has a button of its own and the form of the file waits for its answer as any other. */
(() => {
  "use strict";

  /* 1 What is going on: bytes on their way, then the server reading */

  const progressOf = (target) => target.closest?.("form[data-sending]")?.querySelector(".import-progress");

  const tell = (place, text, done) => {
    place.hidden = false;
    place.querySelector("span").textContent = text;
    const bar = place.querySelector("progress");
    if (done === null) bar.removeAttribute("value");
    else bar.value = done;
  };

  document.addEventListener("htmx:xhr:progress", (event) => {
    const place = progressOf(event.target);
    const { loaded, total } = event.detail;
    if (!place || !total) return;
    const { sending, reading } = place.closest("form").dataset;
    const percent = Math.floor((100 * loaded) / total);
    if (loaded < total) tell(place, `${sending} ${percent} %`, percent);
    else tell(place, reading, null);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const place = progressOf(event.target);
    if (place && !event.detail.successful) place.hidden = true;
  });

  document.addEventListener("submit", (event) => {
    const button = event.target.dataset.working && event.target.querySelector("[type=submit]");
    if (button && !event.defaultPrevented) button.textContent = event.target.dataset.working;
  });

  /* 2 A cell that was changed saves its row; one that comes while the row is being saved is sent after it */

  const save = (form) => {
    if (form.getAttribute("aria-busy") === "true") form.dataset.again = "yes";
    else form.requestSubmit();
  };

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-cell]")) save(event.target.form);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target;
    if (!form.dataset?.again) return;
    delete form.dataset.again;
    form.requestSubmit();
  });

  /* 3 Enter goes down the column as in a spreadsheet; with Shift up */

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("input[data-cell]")) return;
    event.preventDefault();
    const column = [...document.querySelectorAll(`[data-cell="${event.target.dataset.cell}"]`)];
    const next = column[column.indexOf(event.target) + (event.shiftKey ? -1 : 1)];
    if (next) {
      next.focus();
      next.select?.();
    } else event.target.blur();
  });
})();
