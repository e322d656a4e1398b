/* The sums of a result while it is typed. The server works out the same figures again and only its word counts:
   nothing that is shown here is sent.

   Bound to form[data-result]; its fields are money_A, zb_A, premium_A and so on for each seat. */
(() => {
  "use strict";

  const form = document.querySelector("form[data-result]");

  /* A key that is held down since the page before must not confirm what nobody has read. */
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && event.target.matches("[data-confirm]")) event.preventDefault();
  });

  if (!form) return;

  const words = form.querySelector(".figure-grid").dataset;
  const fields = (name) => [...form.querySelectorAll(`input[name^="${name}_"]`)];
  const money = fields("money");
  const crowns = fields("zb");
  const premium = fields("premium");
  const proposedByHands = crowns.map((field) => field.placeholder);

  /* Numbers as the fields of the server read them: null for an empty one, NaN for one that is no number. */

  const plain = (text) => text.replace(/\s/gu, "").replace(/[−–—‐‑‒]/gu, "-");
  const signOf = (text) => (text.startsWith("-") ? -1 : 1);

  const haler = (field) => {
    const text = plain(field.value);
    if (!text) return null;
    const found = /^[+-]?(?=[.,]?\d)(\d{0,9})(?:[.,](\d{1,2}|-{1,2}))?(?:Kč)?$/u.exec(text);
    if (!found) return NaN;
    return signOf(text) * Number((found[1] || "0") + (found[2] ?? "").replace(/-/g, "").padEnd(2, "0"));
  };

  const whole = (field) => {
    const text = plain(field.value);
    if (!text) return null;
    const found = /^[+-]?(\d{1,9})(?:,(?:00|-{1,2}))?(?:Kč)?$/u.exec(text);
    return found ? signOf(text) * Number(found[1]) : NaN;
  };

  const sum = (numbers) => numbers.reduce((total, one) => total + (one || 0), 0);
  const isWhole = (numbers) => numbers.every((one) => one !== null && !Number.isNaN(one));

  /* Numbers as the server writes them. */

  const signed = (number, digits) =>
    (number < 0 ? "−" : number > 0 ? "+" : "") + digits.replace(/\B(?=(\d{3})+(?!\d))/g, "\u00a0");
  const points = (number) => signed(number, String(Math.abs(number)));
  const amount = (number) =>
    signed(number, String(Math.floor(Math.abs(number) / 100))) + "," + String(Math.abs(number) % 100).padStart(2, "0");

  /* Crowns by the largest remainder; what a sum lacks is rounded like one more player's. */
  const rounded = (amounts) => {
    const total = sum(amounts);
    const all = total ? [...amounts, -total] : amounts;
    const found = all.map((one) => Math.floor(one / 100));
    const order = all.map((one, place) => [one - 100 * found[place], place]).sort((a, b) => b[0] - a[0]);
    order.slice(0, -sum(found)).forEach(([, place]) => (found[place] += 1));
    return found.slice(0, amounts.length);
  };

  const show = (name, text, isRight) => {
    const place = form.querySelector(`[data-sum="${name}"]`);
    place.textContent = isRight ? `✓ ${text}` : text;
    place.classList.toggle("sum-right", isRight === true);
    place.classList.toggle("sum-wrong", isRight === false);
    return place;
  };

  const showMoney = (amounts) => {
    const total = sum(amounts);
    const place = show("money", amount(total), isWhole(amounts) ? total === 0 : undefined);
    if (!isWhole(amounts) || !total) return;
    const note = document.createElement("small");
    note.textContent = `${words.missing} ${amount(-total)}`;
    place.append(note);
  };

  const showCrowns = (amounts) => {
    const fromPaper = form.querySelector('[name="source"][value="hands"]:checked') === null;
    const proposal = isWhole(amounts) ? rounded(amounts) : null;
    crowns.forEach((field, place) => {
      const written = proposal && points(proposal[place]).replace(/[+\u00a0]/g, "");
      field.placeholder = fromPaper ? (written ?? "") : proposedByHands[place];
    });
    const agreed = crowns.map(whole);
    if (!fromPaper || !proposal || agreed.some(Number.isNaN)) return void show("zb", "", undefined);
    const total = sum(agreed.map((one, place) => one ?? proposal[place]));
    show("zb", points(total), sum(amounts) ? undefined : total === 0);
  };

  const showHands = (amounts) =>
    money.forEach((field, place) => {
      const note = field.parentElement.querySelector(".figure-note");
      if (field.dataset.hands === undefined) return;
      const hands = Number(field.dataset.hands);
      const isSame = amounts[place] === hands;
      const differs = amounts[place] !== null && !isSame;
      note.textContent = isSame ? `✓ ${words.same}` : `${differs ? "≠ " : ""}${words.hands} ${amount(hands)}`;
      note.classList.toggle("sum-wrong", differs);
    });

  const refresh = () => {
    const amounts = money.map(haler);
    showMoney(amounts);
    showCrowns(amounts);
    showHands(amounts);
    show("premium", points(sum(premium.map(whole))), undefined);
  };

  form.dataset.live = "";
  form.addEventListener("input", refresh);
  form.addEventListener("change", refresh);
  refresh();

  /* A sum that is not zero is mostly a slip: Enter leads over the figures first, then to the reason. */
  if (form.querySelector('[name="zero_reason"][aria-invalid="true"]')) {
    money[0].focus();
    money[0].select();
  }
})();
