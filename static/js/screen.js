/* Lays what is in #platno out in pages of the projected screen and lets them follow each other.

   A part with [data-screen-list] is a list whose items are never parted: it takes as few pages as it can with letters of
   4 % of the height, and then letters as large as those pages allow. Any other part is one page. Nothing scrolls.

     #platno[data-held]            the part at which it stays, empty when all follow each other
     [data-part][data-news]        another news than before: the screen turns there at once
     [data-most], [data-largest]   of a list: how many columns it may have, how large its letters may be
*/
(() => {
  "use strict";

  const source = document.getElementById("platno");
  const stage = document.getElementById("stage");
  const bar = document.getElementById("platno-hlaseni");
  const body = stage.querySelector("[data-screen-body]");
  const title = stage.querySelector("[data-screen-title]");
  const of = stage.querySelector("[data-screen-of]");

  /* Sizes of type in hundredths of the height. Capitals are 0.66 of it, so that 6.3 makes 4 %. */
  const SMALLEST = 6.3;
  const LARGEST = 13;
  const BAR = { smallest: 4.2, largest: 6.3, height: 24 };
  const STEP = 0.1;
  const GAP = 4;
  /* How many of the items stand in one line, the others in two: as many as do with the smallest letters. */
  const USUAL = [0.96, 0.8, 0.6];

  /* Seconds: to look up, for each name, for each thirty letters of a sentence. */
  const TIME = { least: 8, most: 25, begin: 4, name: 0.3, letters: 30 };

  let pages = [];
  let at = 0;
  let timer = 0;
  let known = null;
  let isTypefaceThere = false;

  const unit = () => Math.min(innerWidth, innerHeight) / 100;
  const sized = (element, letter) => element.style.setProperty("--letter", `${letter * unit()}px`);

  const made = (name, ...children) => {
    const element = document.createElement("div");
    element.className = name;
    element.append(...children);
    return element;
  };

  /* The largest size at which something is so; the smallest where it never is. */
  const largest = (from, to, isSo) => {
    if (to <= from) return from;
    if (isSo(to)) return to;
    let [low, high] = [from, to];
    while (high - low > STEP) {
      const middle = (low + high) / 2;
      if (isSo(middle)) low = middle;
      else high = middle;
    }
    return low;
  };

  /* ----- Lists */

  /* Items by their heights into columns of a page's height, in order. */
  const packed = (heights, height) => {
    const columns = [[]];
    let used = 0;
    heights.forEach((one, index) => {
      if (used + one > height && columns.at(-1).length) {
        columns.push([]);
        used = 0;
      }
      columns.at(-1).push(index);
      used += one;
    });
    return columns;
  };

  const layOut = (list) => {
    const items = [...list.children];
    const box = made("screen-measure", ...items.map((item) => item.cloneNode(true)));
    body.append(box);
    const [width, height] = [body.clientWidth, body.clientHeight];
    const measured = (what) => [...box.children].map((child) => child.getBoundingClientRect()[what]);

    box.classList.add("screen-unwrapped");
    sized(box, SMALLEST);
    const widths = measured("width").sort((one, other) => one - other);
    const usual = USUAL.map((share) => widths[Math.ceil(widths.length * share) - 1]);
    box.classList.remove("screen-unwrapped");

    /* Sentences take as many lines as they need; they have one column. */
    const widest = Number(list.dataset.most);
    const columnWidth = (columns) => (width - GAP * unit() * (columns - 1)) / columns;
    const heightsAt = (columns, letter) => {
      sized(box, letter);
      box.style.width = `${columnWidth(columns)}px`;
      return measured("height");
    };
    const pagesFor = (columns, heights) => Math.ceil(packed(heights, height).length / columns);
    const inOneLine = (columns) => (widest === 1 ? 0 : usual.find((one) => one <= columnWidth(columns)));

    const choices = [];
    for (let columns = 1; columns <= widest; columns += 1) {
      const line = inOneLine(columns);
      if (columns > 1 && line === undefined) break;
      const heights = heightsAt(columns, SMALLEST);
      const all = heights.reduce((sum, one) => sum + one, 0);
      choices.push({ columns, line: line ?? 0, count: pagesFor(columns, heights), all });
    }
    const fewest = Math.min(...choices.map((one) => one.count));
    const top = Number(list.dataset.largest ?? LARGEST);
    let best = { letter: 0 };
    for (const { columns, line, all } of choices.filter((one) => one.count === fewest)) {
      const isSo = (letter) => {
        const heights = line * letter <= columnWidth(columns) * SMALLEST ? heightsAt(columns, letter) : [Infinity];
        return Math.max(...heights) <= height && pagesFor(columns, heights) <= fewest;
      };
      // Larger letters take at least as much more of the height: what lies above need not be tried.
      const most = Math.min(top, (SMALLEST * fewest * columns * height) / all);
      const letter = largest(SMALLEST, most, isSo);
      if (letter > best.letter * 1.02) best = { letter, columns };
    }
    best.filled = packed(heightsAt(best.columns, best.letter), height);
    box.remove();
    return pagesOf(items, best);
  };

  const pagesOf = (items, { letter, columns, filled }) => {
    const found = [];
    for (let first = 0; first < filled.length; first += columns) {
      const page = made("screen-page screen-columns");
      for (const indexes of filled.slice(first, first + columns)) {
        const column = document.createElement("ul");
        column.append(...indexes.map((index) => items[index].cloneNode(true)));
        page.append(column);
      }
      page.style.setProperty("--columns", columns);
      sized(page, letter);
      found.push(page);
    }
    return found;
  };

  /* ----- Any other part */

  const whole = (part) => {
    const page = made("screen-page", ...[...part.children].map((child) => child.cloneNode(true)));
    body.append(page);
    const fits = (letter) => {
      sized(page, letter);
      return page.scrollHeight <= body.clientHeight && page.scrollWidth <= body.clientWidth;
    };
    sized(page, largest(BAR.smallest, LARGEST, fits));
    page.remove();
    return [page];
  };

  /* ----- Announcements on top: whole ones, the newest first; the others have a page of their own */

  const fillBar = () => {
    const said = [...bar.children];
    const isOne = () => bar.offsetHeight <= BAR.height * unit();
    const size = (letter) => bar.style.setProperty("--said", `${letter * unit()}px`);
    said.forEach((one) => (one.hidden = false));
    size(largest(BAR.smallest, BAR.largest, (letter) => (size(letter), isOne())));
    for (const one of said.slice(1).reverse()) if (!isOne()) one.hidden = true;
    return said.some((one) => one.hidden);
  };

  /* ----- Which pages there are */

  const seconds = (page) => {
    const names = page.querySelectorAll(".screen-name").length;
    const letters = page.textContent.length / TIME.letters;
    return Math.min(TIME.most, Math.max(TIME.least, TIME.begin + Math.max(names * TIME.name, letters)));
  };

  const parts = () => {
    const isCrowded = fillBar();
    const all = [...source.querySelectorAll("[data-part]")];
    const shown = all.filter(
      ({ dataset: { part } }) =>
        part !== "intro" && (part !== "announcements" || isCrowded || source.dataset.held === part),
    );
    return shown.length ? shown : all.filter(({ dataset }) => dataset.part === "intro");
  };

  /* Laying out three hundred names takes a while: done again only for what is another, or has other room. */
  const done = new Map();
  const laidOut = (part) => {
    const of = [part.outerHTML, body.clientWidth, body.clientHeight, unit(), isTypefaceThere].join();
    const before = done.get(part.dataset.part);
    if (before?.of === of) return before.elements;
    const list = part.querySelector("[data-screen-list]");
    const elements = list ? layOut(list) : whole(part);
    elements.forEach((element) => (element.dataset.seconds = seconds(element)));
    done.set(part.dataset.part, { of, elements });
    return elements;
  };

  const build = () => {
    const before = pages[at];
    document.documentElement.dataset.theme = source.dataset.light;
    stage.dataset.part = "";
    body.replaceChildren();
    pages = parts().flatMap((part) => {
      const { part: name, title: heading, of: about, news } = part.dataset;
      // The head of each part is of another height, and so is what is left for its pages.
      stage.dataset.part = name;
      [title.textContent, of.textContent] = [heading, about];
      const elements = laidOut(part);
      return elements.map((element, index) => ({ element, name, heading, about, news, index, count: elements.length }));
    });
    body.replaceChildren(...pages.map(({ element }) => element));
    turn(Math.max(0, pages.findIndex(isNext(before))));
  };

  /* The first page of a part with news, else the one that was shown, else of the same part. */
  const isNext = (before) => {
    const news = new Map(pages.map(({ name, news: its }) => [name, its]));
    const isNew = (name) => known && news.get(name) && known.get(name) !== news.get(name);
    const fresh = [...news.keys()].find(isNew);
    known = new Map([...(known ?? []), ...news]);
    if (fresh) return ({ name }) => name === fresh;
    return ({ name, index, count }) => before?.name === name && index === Math.min(before.index, count - 1);
  };

  /* ----- One after another */

  const turn = (to) => {
    clearTimeout(timer);
    at = to;
    pages.forEach(({ element }, index) => (element.hidden = index !== at));
    const page = pages[at];
    stage.dataset.part = page?.name ?? "";
    title.textContent = page?.heading ?? "";
    of.textContent = page ? told(page) : "";
    if (page) timer = setTimeout(() => turn((at + 1) % pages.length), Number(page.element.dataset.seconds) * 1000);
  };

  const told = ({ about, index, count }) => {
    const page = of.dataset.pages.replace("{page}", index + 1).replace("{pages}", count);
    return [about, count > 1 ? page : ""].filter(Boolean).join(" · ");
  };

  /* ----- Whenever something is another than it was */

  let isLost = false;
  const watch = new MutationObserver(build);
  watch.observe(source, { subtree: true, childList: true, characterData: true, attributes: true });
  new MutationObserver((changes) => changes.some(({ type }) => type !== "attributes") && build()).observe(bar, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  new MutationObserver(build).observe(document.getElementById("platno-hodiny"), { childList: true });
  document.addEventListener("forhont:line", ({ detail }) => {
    if (detail.lost !== isLost) build();
    isLost = detail.lost;
  });
  window.addEventListener("resize", build);
  document.fonts.ready.then(() => {
    isTypefaceThere = true;
    build();
  });

  document.documentElement.classList.add("screen-runs");
  build();
})();
