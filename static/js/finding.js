/* Finding oneself on a phone, and being remembered by it.

     [data-finder="slug"]        the field and the list of the people of a tournament
       [data-people="all"]       everybody, hidden until somebody types; "found": what the server found already
         [data-search]           what a line is found by, as the server folds it
         [data-number]           the start number of whom a link leads to: whoever is chosen here is remembered
     a[data-forget="slug"]       somebody else: forgets and leads to the finder

   Kept in this browser alone (localStorage, one number for each tournament); without it everything works but the
   remembering. */
(() => {
  "use strict";

  const MOST = 12;
  const ELSE = "#nekdo-jiny";
  const key = (slug) => `forhont:kdo:${slug}`;
  const plain = (text) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

  const kept = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null; /* Private windows may forbid it. */
    }
  };

  document.addEventListener("click", (event) => {
    const other = event.target.closest("a[data-forget]");
    if (other) kept((store) => store.removeItem(key(other.dataset.forget)));
  });

  const finder = document.querySelector("[data-finder]");
  const list = finder?.querySelector("[data-people]");
  if (!list) return;
  const slug = finder.dataset.finder;
  const field = finder.querySelector("input");
  const none = finder.querySelector("[data-none]");
  const more = finder.querySelector("[data-more]");

  list.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-number]");
    if (chosen) kept((store) => store.setItem(key(slug), chosen.dataset.number));
  });
  if (list.dataset.people !== "all") return;

  const wanted = () => plain(field.value).split(" ").filter(Boolean);
  const fits = (words, text) =>
    words.length === 1 && /^\d+$/.test(words[0])
      ? text.split(" ").includes(words[0])
      : words.every((word) => text.includes(word));

  const find = () => {
    const words = wanted();
    const lines = [...list.children];
    const found = words.length ? lines.filter((line) => fits(words, line.dataset.search)) : [];
    lines.forEach((line) => (line.hidden = true));
    found.slice(0, MOST).forEach((line) => (line.hidden = false));
    list.hidden = !found.length;
    none.hidden = !words.length || found.length > 0;
    more.hidden = found.length <= MOST;
    more.textContent = more.hidden ? "" : more.dataset.more;
    return found;
  };

  field.addEventListener("input", find);
  document.addEventListener("forhont:live", find);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = find();
    if (found.length === 1) found[0].querySelector("a").click();
  });

  const number = kept((store) => store.getItem(key(slug)));
  const own = number && list.querySelector(`[data-number="${CSS.escape(number)}"]`);
  if (location.hash === ELSE) {
    kept((store) => store.removeItem(key(slug)));
    field.focus();
  } else if (own) location.replace(own.href);
  else if (field.value) find();
})();
