/** Minimum time for which a text is shown, and the time per character of long texts, in ms. */
const SHOWN = 4_000;
const SHOWN_PER_CHARACTER = 60;

let timer = 0;

/** Shows a text for some seconds in a live region, which screen readers announce. */
export function notify(text) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(
    () => toast.classList.remove("shown"),
    Math.max(SHOWN, text.length * SHOWN_PER_CHARACTER),
  );
}
