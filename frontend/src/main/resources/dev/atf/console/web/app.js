// Opens the page of the address, and redraws it when its data changes.

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
/** The error of a call that needs another token; null if there is none. */
let authError = null;
let drawing = false;

/** Schedules a redraw. Several calls before it result in one redraw. */
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
  const content = authError
    ? signIn(authError, (value) => {
        token.set(value);
        open();
      })
    : page.view();
  render(shell({ place: placeOf(location.pathname), content, search, signOut }), app);
  document.title = `${authError ? "Sign in" : page.title()} · ATF`;
}

/** Closes the current page, and opens the page of the address. */
function open() {
  page?.close();
  authError = null;
  page = pageOf(new URL(location.href), {
    redraw,
    go,
    failed(error) {
      if (error.wantsToken) {
        page.close();
        authError = error;
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
  const query = text.trim();
  if (TASK_ID.test(query)) {
    go(`/console/tasks/${query.toLowerCase()}`);
  } else if (query) {
    go(`/console/search?${new URLSearchParams({ q: query })}`);
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
// Keeps relative times, such as "5 s ago", up to date.
setInterval(() => document.hidden || redraw(), TICK);
open();
