/* The door by keys: a few letters of a name, Enter, and the same hand ticks the person off.

   Without it every button is still a button and every link a link.
     [data-opens="css"]   a link that opens a part of the page and puts the cursor into its first field
     [data-key="j"]       a button pressed by a key while its line is held
*/
(() => {
  "use strict";

  const search = () => document.getElementById("hledat");
  const lines = () => [...document.querySelectorAll("tr.player:not([hidden])")];
  const chosen = () => document.querySelector("tr.player.row-chosen");
  const plain = (event) => !(event.isComposing || event.ctrlKey || event.metaKey || event.altKey);

  const choose = (line) => {
    chosen()?.classList.remove("row-chosen");
    line?.classList.add("row-chosen");
    line?.scrollIntoView({ block: "nearest" });
  };

  /* What the cursor stands on in a line: what is tapped there, or the name of who has left. */
  const hold = (line) => {
    choose(line);
    (line.querySelector("button") ?? line.querySelector("a")).focus({ preventScroll: true });
    line.scrollIntoView({ block: "center" });
  };

  const next = (step) => {
    const all = lines();
    const at = all.indexOf(chosen());
    choose(at < 0 ? all.at(step > 0 ? 0 : -1) : all[Math.min(Math.max(at + step, 0), all.length - 1)]);
  };

  const open = (link) => {
    const part = document.querySelector(link.dataset.opens);
    const name = part.querySelector("[name=name]");
    const sought = search()?.value.trim() ?? "";
    if (!name.value && !lines().length && !/\d/.test(sought)) name.value = sought;
    part.hidden = false;
    part.scrollIntoView({ block: "nearest" });
    part.querySelector("[autofocus], input:not([type=hidden])").focus();
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-opens]");
    if (!link || !plain(event)) return;
    event.preventDefault();
    open(link);
  });

  /* Typing makes another choice; on a phone what is found comes into sight. */
  document.addEventListener("input", (event) => {
    if (event.target !== search()) return;
    choose(null);
    if (matchMedia("(max-width: 40em)").matches) search().scrollIntoView({ block: "start" });
  });

  /* A line that was tapped comes anew, perhaps without the button that was pressed: who held it still does. */
  let held = "";
  document.addEventListener("focusin", (event) => (held = event.target.closest("tr.player")?.id ?? ""));
  document.addEventListener("htmx:afterSettle", () => {
    const line = held && document.getElementById(held);
    if (!line) return;
    if (line.contains(document.activeElement)) choose(line);
    else if (document.activeElement === document.body) hold(line);
  });

  const inSearch = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      next(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      const found = lines();
      const line = chosen() ?? found.find((one) => one.id === `hrac-${search().value.trim()}`);
      if (!search().value && !line) return;
      event.preventDefault();
      if (line || found.length === 1) hold(line ?? found[0]);
      else choose(found[0]);
    }
  };

  const inLine = (event, line) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const key = event.key.toLowerCase();
    if (step) {
      const all = lines();
      const other = all[all.indexOf(line) + step];
      if (other) hold(other);
    } else if (key === "v") {
      document.querySelector("#zmena [data-key=v]")?.click();
    } else {
      const button = line.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (!button) return;
      button.focus({ preventScroll: true });
      button.click();
    }
    event.preventDefault();
  };

  document.addEventListener("keydown", (event) => {
    if (!plain(event) || event.defaultPrevented) return;
    const target = event.target;
    if (event.key === "Escape") {
      choose(null);
      search()?.focus();
      search()?.select();
    } else if (target === search()) {
      inSearch(event);
    } else if (target.closest("tr.player")) {
      inLine(event, target.closest("tr.player"));
    } else if (event.key === "+" && !target.matches("input, select, textarea")) {
      document.querySelector("[data-opens]")?.click();
      event.preventDefault();
    }
  });
})();
