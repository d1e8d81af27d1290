import { html, nothing } from "../lib.js";
import { statusOf } from "../format/status.js";
import { sentence } from "../format/text.js";
import { length, precise } from "../format/time.js";
import { commandFailureOf, commandLog } from "./command.js";
import { chip } from "./parts.js";
import { table } from "./table.js";

/**
 * Finds the attempts in a history. The latest is first.
 *
 * @returns [{key, number, by, from, until, status, end}]; until is absent while it runs
 */
export function attemptsOf(history) {
  const attempts = [];
  const findRunning = () => attempts.findLast((attempt) => !attempt.until);
  for (const { at, attempt, status, detail } of history) {
    if (detail.startsWith("claimed")) {
      const by = detail.replace(/^claimed( by)?/, "").trim();
      attempts.push({ key: attempts.length, number: attempt, from: at, by });
    } else if (attempt || detail.startsWith("returned") || isBlock(detail)) {
      const ended = findRunning();
      if (ended) {
        Object.assign(ended, { until: at, status, end: detail });
      } else {
        // The start of the attempt is no longer in the history, whose length is limited.
        attempts.push({ key: attempts.length, number: attempt, until: at, status, end: detail });
      }
    }
  }
  return attempts.reverse();
}

/** Whether the entry ends an attempt because its task waits for a condition. */
const isBlock = (detail) => detail.startsWith("blocked") && !detail.endsWith(": which holds its lambda");

const COLUMNS = [
  { name: "Attempt", class: "number narrow", cell: (attempt) => attempt.number || "–" },
  {
    name: "Outcome",
    cell: (attempt) => chip(attempt.until ? outcome(attempt) : statusOf("PROCESSING")),
  },
  { name: "How it ended", class: "wide", cell: (attempt) => sentence(attempt.end ?? "running") },
  {
    name: "Started",
    cell: (attempt) => (attempt.from ? precise(Date.parse(attempt.from)) : "–"),
  },
  {
    name: "Took",
    class: "number",
    cell: (attempt) =>
      attempt.from
        ? length((attempt.until ? Date.parse(attempt.until) : Date.now()) - Date.parse(attempt.from))
        : "–",
  },
  { name: "Executor", class: "id-cell", cell: (attempt) => attempt.by || "–" },
];

function outcome({ status }) {
  switch (status) {
    case "RETRIABLE_FAILURE":
    case "FATAL_FAILURE":
      return { name: "Failed", tone: "bad" };
    case "NEW":
      return { name: "Returned", tone: "off" };
    default:
      return statusOf(status);
  }
}

export const attemptsView = (history) => {
  const attempts = attemptsOf(history);
  return attempts.length
    ? table({ label: "Attempts", columns: COLUMNS, rows: attempts, key: (each) => each.key })
    : html`<p class="quiet-text">No attempt has started.</p>`;
};

/** Shows why the latest attempt failed, with the details from its handler. */
export function failureView(failure) {
  const command = commandFailureOf(failure);
  return html`
    <div class="failure">
      <p><code class="code-bad">${failure.code}</code> ${failure.message}</p>
      ${command ? commandLog(command) : nothing}
      ${failure.details && !command
        ? html`<details open>
            <summary>Details</summary>
            <pre class="log" tabindex="0"><code>${failure.details}</code></pre>
          </details>`
        : nothing}
    </div>
  `;
}
