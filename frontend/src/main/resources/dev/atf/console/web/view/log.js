import { html, nothing } from "../lib.js";

/** Distance from the end within which a reader counts as reading the end. */
const NEAR = 40;

/**
 * The log of an attempt.
 *
 * @param log as far as it has been read
 * @param follow to be called when the reader wants, or wants no more, what comes while it runs
 */
export const logView = (log, running, follow) => html`
  <div class="payload-bar">
    ${log.attempt ? html`<span class="sub">attempt ${log.attempt}</span>` : nothing}
    ${log.cut ? html`<span class="sub">the start is not shown</span>` : nothing}
    ${running
      ? html`<button type="button" aria-pressed=${log.following} @click=${follow}>
          ${log.following ? "Stop following" : "Follow"}
        </button>`
      : nothing}
  </div>
  ${log.text
    ? html`<pre class="log" tabindex="0" aria-label="Log"><code>${log.text}</code></pre>`
    : html`<p class="quiet-text">
        ${log.following && running ? "The first lines arrive after one or two heartbeats." : log.notice || "The log is empty."}
      </p>`}
`;

/** Draws, and keeps the end of the log in sight of a reader who was there. */
export function keepScrolledToEnd(draw) {
  const before = document.querySelector('pre[aria-label="Log"]');
  const atEnd = !before || before.scrollHeight - before.scrollTop - before.clientHeight < NEAR;
  draw();
  queueMicrotask(() => {
    const after = document.querySelector('pre[aria-label="Log"]');
    if (after && atEnd) {
      after.scrollTop = after.scrollHeight;
    }
  });
}
