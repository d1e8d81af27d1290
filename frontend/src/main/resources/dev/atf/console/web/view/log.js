import { html, nothing } from "../lib.js";

/** Distance from the end, in pixels, within which the log keeps scrolling to its end. */
const NEAR = 40;

/**
 * Shows the log of an attempt.
 *
 * @param log the part of the log that has been read
 * @param follow called when the user starts or stops following the log of a running attempt
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

/** Draws, and scrolls the log to its new end if it was at its end before. */
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
