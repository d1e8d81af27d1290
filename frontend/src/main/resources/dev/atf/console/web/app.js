// Which page is shown, and when it is drawn.

import { render } from "./lib.js";
import { token } from "./api/token.js";
import { pageOf, placeOf } from "./routes.js";
import { listenForShortcuts } from "./shell/shortcuts.js";
import { shell } from "./shell/shell.js";
import { signIn } from "./shell/signin.js";
import "./view/chart.js";

const TICK = 1_000;
const TASK_ID = /^[\da-f]{32}$/i;

const app = document.getElementById("app");
let page = null;
let refused = null;
let drawing = false;

/** Draws soon; many wishes are one drawing. */
function redraw() {
  if (!drawing) {
    drawing = true;
    queueMicrotask(() => {
      drawing = false;
      draw();
    });
  }
}

function draw() {
  const content = refused
    ? signIn(refused, (said) => {
        token.set(said);
        open();
      })
    : page.view();
  render(shell({ place: placeOf(location.pathname), content, search, signOut }), app);
  document.title = `${refused ? "Sign in" : page.title()} · ATF`;
}

/** Opens the page of the address. */
function open() {
  page?.close();
  refused = null;
  page = pageOf(new URL(location.href), {
    redraw,
    go,
    failed(error) {
      if (error.wantsToken) {
        page.close();
        refused = error;
      }
      redraw();
    },
  });
  draw();
}

function go(href, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", href);
  open();
  if (!replace) {
    scrollTo(0, 0);
    document.getElementById("heading")?.focus({ preventScroll: true });
  }
}

function search(text) {
  const wanted = text.trim();
  if (TASK_ID.test(wanted)) {
    go(`/console/tasks/${wanted.toLowerCase()}`);
  } else if (wanted) {
    go(`/console/search?${new URLSearchParams({ q: wanted })}`);
  }
}

function signOut() {
  token.forget();
  open();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="/console/"]');
  const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button);
  if (link && plain) {
    event.preventDefault();
    go(link.getAttribute("href"));
  }
});
addEventListener("popstate", open);
listenForShortcuts(go);
// Relative times grow old.
setInterval(() => document.hidden || redraw(), TICK);
open();
