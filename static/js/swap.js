/* Swapping two seats without leaving the page: two taps, Enter on two names, or a drag where there is a mouse.

   Without this script the same buttons work through the server: the first one reloads the page with the person
   chosen, the second one swaps. Everything is bound to #seating, which the server sends anew after each swap. */
(() => {
  "use strict";

  let chosen = null;

  const area = () => document.querySelector("#seating[data-swap]");
  const seatOf = (element) => (element instanceof Element ? element.closest("[data-seat]") : null);
  const nameOf = (seat) => seat.querySelector(".seat-name").textContent;

  /* The words of the bar above the tables come from the server; only the name is put before them. */
  const tell = () => {
    const hint = area()?.querySelector(".swap-hint");
    if (!hint) return;
    hint.dataset.words ??= hint.textContent;
    hint.replaceChildren();
    if (!chosen) {
      hint.textContent = hint.dataset.words;
      return;
    }
    const name = document.createElement("strong");
    name.textContent = `${chosen.dataset.seat} ${nameOf(chosen)} `;
    hint.append(name, hint.dataset.hint);
  };

  const choose = (seat) => {
    chosen?.classList.remove("seat-chosen");
    chosen?.querySelector(".seat-button")?.setAttribute("aria-pressed", "false");
    chosen = seat;
    chosen?.classList.add("seat-chosen");
    chosen?.querySelector(".seat-button")?.setAttribute("aria-pressed", "true");
    area()?.classList.toggle("is-choosing", Boolean(chosen));
    tell();
  };

  const swap = (first, second) => {
    const form = document.getElementById("swap");
    form.elements.first.value = first.dataset.seat;
    form.elements.second.value = second.dataset.seat;
    choose(null);
    form.requestSubmit();
  };

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest(".seat-button") : null;
    if (!button || !document.getElementById("swap") || !area()?.contains(button)) return;
    event.preventDefault();
    const seat = seatOf(button);
    if (!chosen) choose(seat);
    else if (chosen === seat) choose(null);
    else swap(chosen, seat);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) {
      event.preventDefault();
      choose(null);
      return;
    }
    const button = event.target instanceof Element ? event.target.closest(".seat-button") : null;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!button || !step) return;
    const buttons = [...area().querySelectorAll(".seat-button")];
    const next = buttons[buttons.indexOf(button) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  /* Drag only where there is a mouse: a finger on a phone scrolls. */
  const makeDraggable = () => {
    if (!window.matchMedia("(hover: hover) and (pointer: fine)").matches || !document.getElementById("swap")) return;
    area()?.querySelectorAll("[data-seat]").forEach((seat) => (seat.draggable = true));
  };

  document.addEventListener("dragstart", (event) => {
    const seat = seatOf(event.target);
    if (!seat?.draggable) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", nameOf(seat));
    choose(seat);
  });

  const over = (seat) => {
    area()?.querySelector(".seat-over")?.classList.remove("seat-over");
    if (seat && seat !== chosen) seat.classList.add("seat-over");
  };

  document.addEventListener("dragover", (event) => {
    const seat = seatOf(event.target);
    if (!chosen || !seat) return over(null);
    event.preventDefault();
    over(seat);
  });

  document.addEventListener("drop", (event) => {
    const seat = seatOf(event.target);
    over(null);
    if (!chosen || !seat) return;
    event.preventDefault();
    if (seat !== chosen) swap(chosen, seat);
  });

  document.addEventListener("dragend", () => {
    over(null);
    choose(null);
  });

  /* After a swap the tables are new: whoever used keys goes on from the same place. */
  let focused = null;
  document.addEventListener("htmx:beforeRequest", () => {
    const seat = seatOf(document.activeElement);
    focused = seat?.dataset.seat ?? null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    chosen = null;
    makeDraggable();
    if (focused) area()?.querySelector(`[data-seat="${focused}"] .seat-button`)?.focus({ preventScroll: true });
  });

  makeDraggable();
})();
