const SHOWN = 4_000;
const SHOWN_PER_CHARACTER = 60;

let timer = 0;

/** Tells what was done: to eyes for a moment, and to screen readers. */
export function say(text) {
  const place = document.getElementById("said");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => place.classList.remove("shown"), Math.max(SHOWN, text.length * SHOWN_PER_CHARACTER));
}
