// Keyboard shortcuts: one key, or g followed by a letter.

import { html, render } from "../lib.js";

const PLACES = {
  o: ["/console/", "Overview"],
  l: ["/console/lambdas", "Lambdas"],
  t: ["/console/tasks", "Tasks"],
  p: ["/console/periodic", "Periodic tasks"],
  k: ["/console/keys", "Ordering keys"],
  j: ["/console/jobs", "Jobs"],
  s: ["/console/subscriptions", "Subscriptions"],
  w: ["/console/workers", "Workers"],
};
/** Maximum time between g and the letter, in milliseconds. */
const SEQUENCE_TIMEOUT = 1_000;

/** Keys that move the focus through the rows of lists. */
const STEPS = { j: 1, k: -1 };

export function listenForShortcuts(go) {
  let gAt = -SEQUENCE_TIMEOUT;
  document.addEventListener("keydown", (event) => {
    const busy = event.target.closest?.("input:not([type='checkbox']), textarea, select, dialog");
    if (busy || event.metaKey || event.ctrlKey || event.altKey) {
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      document.getElementById("search").focus();
    } else if (event.key === "?") {
      showShortcuts();
    } else if (event.key === "g") {
      gAt = event.timeStamp;
    } else if (event.timeStamp - gAt < SEQUENCE_TIMEOUT && PLACES[event.key]) {
      gAt = -SEQUENCE_TIMEOUT;
      go(PLACES[event.key][0]);
    } else if (STEPS[event.key]) {
      step(STEPS[event.key]);
    }
  });
}

/** Moves the focus to the link of the next or previous row, which Enter then opens. */
function step(by) {
  const rows = [...document.querySelectorAll("main :is(tbody tr, .found li)")].filter((row) => linkOf(row));
  const at = rows.indexOf(document.activeElement.closest("tbody tr, .found li"));
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by;
  linkOf(rows[next])?.focus();
}

const linkOf = (row) => row?.querySelector("a[href]");

export function showShortcuts() {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "shortcuts-title");
  render(
    html`
      <h2 id="shortcuts-title">Shortcuts</h2>
      <dl class="keys-list">
        ${row("/", "Search")} ${row("j k", "Next and previous row; Enter opens it")}
        ${Object.entries(PLACES).map(([key, [, name]]) => row(`g ${key}`, name))}
        ${row("?", "This list")} ${row("Esc", "Back")}
      </dl>
      <form method="dialog" class="dialog-buttons"><button class="primary">Close</button></form>
    `,
    dialog,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const row = (keys, text) => html`
  <div>
    <dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd>`)}</dt>
    <dd>${text}</dd>
  </div>
`;
