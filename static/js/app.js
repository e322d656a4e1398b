/* What makes the pages kinder where JavaScript runs. Nothing here is needed: every form works without it.

   Everything is bound to attributes, so pages carry no code of their own:
     form[data-unsaved]           asks before leaving a page with something unsaved
     form[data-draft="key"]       keeps what is typed in this browser until the server has it
     form[data-enter-next]        Enter goes to the next field, in the last one it sends the form
     [data-enter-skip]            a field of such a form that Enter passes over
     form[data-send-on-change]    sends itself when a choice changes
     input[data-filter="css"]     shows only the rows that hold all typed words, without regard to diacritics
     [data-filter-in="css"]       looks only into these parts of a row
     [data-filter-stays]          who was found stays in sight, with his neighbours when everybody is shown again
     [data-escape]                a link that the Escape key follows
*/
(() => {
  "use strict";

  const texts = () => document.getElementById("texts")?.dataset ?? {};
  const plain = (text) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
  const isTyping = (element) => element instanceof Element && element.matches("input, select, textarea, [contenteditable]");

  /* A message in the place where the server puts its own. */
  const say = (text, level, button) => {
    const region = document.getElementById("messages");
    if (!region || !text) return;
    const message = document.createElement("div");
    message.className = `message message-${level}`;
    message.setAttribute("role", level === "error" ? "alert" : "status");
    const words = document.createElement("div");
    words.className = "message-words";
    words.textContent = text;
    message.append(words);
    if (button) message.append(button);
    region.querySelectorAll("[data-said]").forEach((old) => old.dataset.said === text && old.remove());
    message.dataset.said = text;
    region.prepend(message);
  };

  /* Fields of a form that belong to the person, not to the machinery. */
  const typedFields = (form) =>
    [...form.elements].filter(
      (field) => field.name && !["hidden", "password", "file", "submit", "button", "fieldset"].includes(field.type),
    );

  const readForm = (form) =>
    typedFields(form).map((field) =>
      field.type === "checkbox" || field.type === "radio"
        ? [field.name, field.value, field.checked]
        : field.multiple
          ? [field.name, null, [...field.selectedOptions].map((option) => option.value)]
          : [field.name, null, field.value],
    );

  const writeForm = (form, kept) => {
    const fields = typedFields(form);
    kept.forEach(([name, value, content]) => {
      const field = fields.find((one) => one.name === name && (value === null || one.value === value));
      if (!field) return;
      if (value !== null) field.checked = content;
      else if (field.multiple) [...field.options].forEach((option) => (option.selected = content.includes(option.value)));
      else field.value = content;
    });
    form.dispatchEvent(new Event("change", { bubbles: true }));
  };

  /* 1 Unsaved forms */

  const changed = new WeakSet();
  let leaving = false;

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-unsaved]")) changed.add(form);
  });

  window.addEventListener("beforeunload", (event) => {
    if (leaving) return;
    if ([...document.querySelectorAll("form[data-unsaved]")].some((form) => changed.has(form))) event.preventDefault();
  });

  /* 2 One press, one record. The server refuses the second one too; this only keeps it from being sent. */

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    if (form.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (form.method === "post") form.setAttribute("aria-busy", "true");
    changed.delete(form);
    leaving = !form.matches("[hx-post], [hx-get], [hx-put]");
    drafts.markSent(form);
  });

  window.addEventListener("pageshow", () => {
    leaving = false;
    document.querySelectorAll("form[aria-busy]").forEach((form) => form.removeAttribute("aria-busy"));
  });

  /* 3 Drafts: typed hands survive a lost connection, an expired log-in and a closed page.

     The page says in data-draft-version how much of the thing the server has (for example the number of stored
     hands). A draft that was sent and finds a newer version has arrived and is forgotten; any other comes back. */

  const drafts = (() => {
    const prefix = "forhont:draft:";
    const monthOld = 30 * 24 * 3600 * 1000;
    const load = (key) => {
      try {
        return JSON.parse(localStorage.getItem(prefix + key));
      } catch {
        return null;
      }
    };
    const store = (key, draft) => {
      try {
        if (draft) localStorage.setItem(prefix + key, JSON.stringify(draft));
        else localStorage.removeItem(prefix + key);
      } catch {
        /* Private windows may forbid it; then the form works as any other. */
      }
    };
    const version = (form) => form.dataset.draftVersion ?? "";

    const keep = (form) =>
      store(form.dataset.draft, { at: Date.now(), version: version(form), sent: false, fields: readForm(form) });

    const markSent = (form) => {
      const draft = form.dataset.draft && load(form.dataset.draft);
      if (draft) store(form.dataset.draft, { ...draft, sent: true });
    };

    const bringBack = (form) => {
      const key = form.dataset.draft;
      const draft = load(key);
      if (!draft) return;
      const arrived = draft.sent && draft.version !== version(form);
      if (arrived || Date.now() - draft.at > monthOld) return store(key, null);
      if (JSON.stringify(draft.fields) === JSON.stringify(readForm(form))) return;
      const before = readForm(form);
      writeForm(form, draft.fields);
      if (JSON.stringify(before) === JSON.stringify(readForm(form))) return;
      const discard = document.createElement("button");
      discard.type = "button";
      discard.className = "button button-quiet";
      discard.textContent = texts().discard;
      discard.addEventListener("click", () => {
        store(key, null);
        writeForm(form, before);
        discard.closest(".message").remove();
      });
      say(texts().restored, "info", discard);
    };

    document.addEventListener("input", (event) => {
      const form = event.target.form;
      if (form?.dataset.draft) keep(form);
    });
    const forget = (form) => form.dataset.draft && store(form.dataset.draft, null);

    return { bringBack, markSent, forget };
  })();

  /* 4 Keys */

  const fieldsInOrder = (form) =>
    [...form.elements].filter(
      (field) =>
        !field.disabled && !field.readOnly && !["hidden", "output"].includes(field.type) && field.offsetParent !== null,
    );

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;

    if (event.key === "Escape") {
      document.querySelector("[data-escape]")?.click();
      return;
    }

    if (event.key === "Enter" && target.matches("[data-enter-next] input:not([type=submit])")) {
      const order = fieldsInOrder(target.form);
      const next = order.slice(order.indexOf(target) + 1).find((field) => !field.matches("[data-enter-skip]"));
      if (!next || next.type === "submit") return;
      event.preventDefault();
      next.focus();
      next.select?.();
      return;
    }

    if (isTyping(target) && !["radio", "checkbox"].includes(target.type)) return;
    if (event.key === "/") {
      const search = document.querySelector("input[type=search]");
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
  });

  /* 5 Search in what is on the page */

  const filter = (input) => {
    const words = plain(input.value).split(" ").filter(Boolean);
    const rows = [...document.querySelectorAll(input.dataset.filter)];
    let shown = 0;
    rows.forEach((row) => {
      const text = (row.dataset.search ??= searched(row, input.dataset.filterIn));
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    });
    const count = document.querySelector(input.dataset.filterCount ?? ":not(*)");
    if (count) count.textContent = words.length ? `${texts().found} ${shown}` : "";
  };

  const searched = (row, css) => plain(css ? [...row.querySelectorAll(css)].map((one) => one.textContent).join(" ") : row.textContent);

  /* Of the rows that are shown, the one that was opened or else the first. */
  const foremost = (rows) => {
    const shown = rows.filter((row) => !row.hidden);
    return shown.find((row) => row.querySelector("[open]")) ?? shown[0];
  };

  /* Only who types moves the page; a part that came up to date is filtered without it. */
  document.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-filter]")) return;
    const rows = [...document.querySelectorAll(target.dataset.filter)];
    const found = rows.some((row) => row.hidden) && foremost(rows);
    filter(target);
    if (!target.matches("[data-filter-stays]")) return;
    if (target.value.trim()) foremost(rows)?.scrollIntoView({ block: "nearest" });
    else if (found) found.scrollIntoView({ block: "center" });
  });

  /* 6 Forms that send themselves */

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-send-on-change]")) form.requestSubmit();
  });

  /* 7 Live parts of pages */

  /* A form that keeps what it saves says itself that there is no line; the warning goes away with the first answer.
     As nobody may ask for anything any more, the smallest file of the server is asked for. */
  const again = 3000;
  let looking = 0;
  const isBack = () => {
    clearTimeout(looking);
    document.querySelectorAll("[data-said]").forEach((one) => one.dataset.said === texts().lost && one.remove());
  };
  const look = () =>
    fetch(document.querySelector("link[rel=icon]").href, { method: "HEAD", cache: "no-store" }).then(isBack, lookAgain);
  const lookAgain = () => {
    clearTimeout(looking);
    looking = setTimeout(look, again);
  };
  const lost = (event) => {
    if (event.target.closest?.("form[data-waits]")) return;
    say(texts().lost, "error");
    lookAgain();
  };

  document.addEventListener("htmx:afterRequest", (event) => {
    event.target.closest?.("form")?.removeAttribute("aria-busy");
    if (event.detail.successful) isBack();
  });
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:responseError", (event) => {
    const answer = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    say(answer.querySelector("[data-refusal]")?.textContent.trim() || texts().refused, "error");
  });
  document.addEventListener("htmx:load", (event) => prepare(event.target));
  document.addEventListener("forhont:line", ({ detail }) => detail.lost || isBack());
  document.addEventListener("forhont:live", (event) => {
    prepare(event.target);
    document.querySelectorAll("input[data-filter]").forEach((input) => input.value && filter(input));
  });

  const prepare = (root) => {
    const all = (css) => [...(root.matches?.(css) ? [root] : []), ...root.querySelectorAll(css)];
    all("form[data-draft]").forEach(drafts.bringBack);
    all("input[data-filter]").forEach((input) => input.value && filter(input));
  };

  /* Other scripts of a page speak in the same place. */
  document.addEventListener("forhont:say", ({ detail }) => say(detail.text, detail.level, detail.button));

  /* What was kept by the queue of the device is neither unsaved nor a draft. */
  document.addEventListener("forhont:kept", ({ detail }) => {
    changed.delete(detail.form);
    drafts.forget(detail.form);
  });

  prepare(document);

  /* 8 What was refused: the eye and the keyboard are brought to the first field that has to be changed */

  const wrong = document.querySelector('[aria-invalid="true"]:not([type="hidden"])');
  if (wrong) {
    wrong.closest("details:not([open])")?.setAttribute("open", "");
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" });
  }
})();
