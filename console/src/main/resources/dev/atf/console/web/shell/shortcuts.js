// Shortcuts: one letter, or g and a letter.

import { html, render } from "../lib.js";

const PLACES = {
  o: ["/console/", "Overview"],
  l: ["/console/lambdas", "Lambdas"],
  t: ["/console/tasks", "Tasks"],
  p: ["/console/periodic", "Periodic tasks"],
  k: ["/console/keys", "Ordering keys"],
  j: ["/console/jobs", "Jobs"],
  w: ["/console/workers", "Workers"],
};
const G_LASTS = 1_000;

export function listenForShortcuts(go) {
  let gAt = -G_LASTS;
  document.addEventListener("keydown", (event) => {
    const busy = event.target.closest?.("input, textarea, select, dialog");
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
    } else if (event.timeStamp - gAt < G_LASTS && PLACES[event.key]) {
      gAt = -G_LASTS;
      go(PLACES[event.key][0]);
    }
  });
}

export function showShortcuts() {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "shortcuts-title");
  render(
    html`
      <h2 id="shortcuts-title">Shortcuts</h2>
      <dl class="keys-list">
        ${row("/", "Find a task by id")}
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
