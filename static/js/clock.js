// Keeps clocks running ([data-clock], templates/tournament/includes/clock.html) by the server's time.
//
// The offset of this device is the median of several answers (Forhont-Now of the page's data-state address, half of the
// way there and back taken off), so that screens agree whatever their own clocks say. A clock ticks when the
// server's second does.

(() => {
  "use strict";

  const QUESTIONS = 3;
  const KEPT = 7;
  const SECOND = 1000;
  const BEEPS = { last: [880, 2], over: [587, 4] };

  const offsets = [];
  let offset = 0;
  let states = new Map();
  let sound = null;
  let timer = 0;

  // ----- The server's time

  const serverNow = () => Date.now() + offset;

  function learn({ now, sent, received }) {
    offsets.push(now - (sent + received) / 2);
    if (offsets.length > KEPT) offsets.shift();
    offset = [...offsets].sort((one, other) => one - other)[Math.floor(offsets.length / 2)];
    tick();
  }

  // live.js asks every few seconds; what is asked here is there at once.
  async function measure() {
    const source = document.querySelector("[data-server-time]");
    const address = document.body.dataset.state ?? source?.dataset.serverTime;
    for (let number = 0; address && number < QUESTIONS; number += 1) {
      try {
        const sent = Date.now();
        const answer = await fetch(address, { method: "HEAD", cache: "no-store" });
        const now = Number(answer.headers.get("Forhont-Now"));
        if (now) learn({ now, sent, received: Date.now() });
      } catch {
        // Without a line what was learnt last is the best there is.
      }
    }
  }

  // ----- One clock

  function reading(clock) {
    const { state, endsAt, left, last } = clock.dataset;
    if (!endsAt) return { state, seconds: Number(left) };
    const seconds = Math.max(0, Math.ceil((Number(endsAt) - serverNow()) / SECOND));
    if (seconds === 0) return { state: "over", seconds };
    return { state: seconds <= Number(last) ? "last" : "running", seconds };
  }

  function asText(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  }

  function say(node, text) {
    if (node && node.textContent.trim() !== text) node.textContent = text;
  }

  function hide(node, hidden) {
    if (node && node.hidden !== hidden) node.hidden = hidden;
  }

  function show(clock) {
    const { state, seconds } = reading(clock);
    const time = clock.querySelector("[data-clock-time]");
    say(time, asText(seconds));
    hide(time, false);
    if (clock.dataset.state !== state) clock.dataset.state = state;
    for (const words of clock.querySelectorAll("[data-clock-says]")) {
      hide(words, words.dataset.clockSays !== state);
    }
    hide(clock.querySelector("[data-clock-ends]"), state === "over");
    return state;
  }

  // ----- All of them

  function tick() {
    window.clearTimeout(timer);
    const clocks = [...document.querySelectorAll("[data-clock]")];
    const now = new Map(clocks.map((clock) => [clock.querySelector(".clock-round")?.textContent, show(clock)]));
    for (const [round, state] of now) {
      const before = states.get(round);
      if (offsets.length && before && before !== state && state in BEEPS) beep(...BEEPS[state]);
    }
    states = now;
    timer = window.setTimeout(tick, SECOND - (((serverNow() % SECOND) + SECOND) % SECOND));
  }

  // ----- The sound, only where somebody has switched it on

  function beep(tone, times) {
    for (let number = 0; sound && number < times; number += 1) {
      const begins = sound.currentTime + number * 0.6;
      const wave = sound.createOscillator();
      const volume = sound.createGain();
      wave.frequency.value = tone;
      volume.gain.setValueAtTime(0.4, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.45);
      wave.connect(volume).connect(sound.destination);
      wave.start(begins);
      wave.stop(begins + 0.45);
    }
  }

  function showSound() {
    for (const button of document.querySelectorAll("[data-clock-sound]")) {
      hide(button, !window.AudioContext);
      button.setAttribute("aria-pressed", String(Boolean(sound)));
      hide(button.querySelector("[data-when-off]"), Boolean(sound));
      hide(button.querySelector("[data-when-on]"), !sound);
    }
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-clock-sound]")) return;
    if (sound) {
      sound.close();
      sound = null;
    } else {
      sound = new window.AudioContext();
      beep(BEEPS.last[0], 1);
    }
    showSound();
  });

  // ----- From now on, also for clocks that come with a newer version of the page

  function arrived(node) {
    return node.nodeType === Node.ELEMENT_NODE
      && (node.matches("[data-clock], [data-clock-sound]") || node.querySelector("[data-clock], [data-clock-sound]"));
  }

  new MutationObserver((changes) => {
    if (!changes.some((change) => [...change.addedNodes].some(arrived))) return;
    tick();
    showSound();
  }).observe(document.body, { childList: true, subtree: true });

  document.addEventListener("forhont:now", (event) => learn(event.detail));
  document.addEventListener("forhont:live", () => {
    tick();
    showSound();
  });
  // A device that slept may have put its clock right meanwhile.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    offsets.length = 0;
    measure();
  });
  showSound();
  tick();
  measure();
})();
