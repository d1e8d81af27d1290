import { html, nothing } from "../lib.js";
import { limitsOf } from "../format/lambda.js";
import { bytes, count, figure, limit } from "../format/number.js";
import { lengthOf } from "../format/time.js";
import { facts, when } from "./parts.js";

const HISTORY = {
  NONE: "none are listed",
  FAILURES: "failures are listed",
  ALL: "all are listed",
};

const LOGS = {
  NONE: "none are stored",
  FAILURES: "those of failures are stored",
  ALL: "all are stored",
};

const DISPATCH = {
  EXPRESS: "express: pushed by the frontend",
  POLLED: "polled from the store",
};

const group = (title, pairs) =>
  html`<div class="settings-group">
    <h3>${title}</h3>
    ${facts(pairs)}
  </div>`;

const fairnessView = ({ weights = {}, ratePerKey, runningMaxPerKey }) =>
  group("Fairness keys", [
    ["Turns", html`<span class="any-text">${turnsOf(weights)}</span>`],
    ["Released per key", limit(ratePerKey, "tasks/s per priority")],
    ["Running per key", limit(runningMaxPerKey, "at the same time")],
  ]);

const turnsOf = (weights) =>
  [...Object.entries(weights), ["any other key", 1]]
    .map(([key, weight]) => `${key} ${weight}`)
    .join(", ");

/** Shows the effective settings of a lambda. */
export const settingsView = (lambda) => {
  const retry = lambda.retry ?? {};
  return html`<div class="settings">
    ${group("Limits", limitsOf(lambda))}
    ${group("Retries", [
      ["Attempts", count(retry.maxAttempts)],
      [
        "Back-off",
        `${lengthOf(retry.initialBackoff)} × ${retry.multiplier ?? 1}ⁿ, at most ${lengthOf(retry.maxBackoff)}`,
      ],
      [
        "Retry budget",
        `${figure((retry.budgetRatio ?? 0) * 100)} % of successes, and ${figure(retry.budgetPerSecond ?? 0)}/s`,
      ],
    ])}
    ${group("Times", [
      ["Lease", lambda.leaseTimeout ? lengthOf(lambda.leaseTimeout) : "cluster default"],
      ["Maximum lifetime", lengthOf(lambda.maxLifetime)],
      ["Retention", lengthOf(lambda.retention)],
      ["Registered", when(lambda.updatedAt)],
    ])}
    ${lambda.fairness ? fairnessView(lambda.fairness) : nothing}
    ${group("Behaviour", [
      ["Immediate tasks", DISPATCH[lambda.dispatch] ?? lambda.dispatch],
      ["Finished tasks", HISTORY[lambda.history] ?? lambda.history],
      [
        "Logs of attempts",
        `${LOGS[lambda.logs] ?? lambda.logs}, at most ${bytes(lambda.logBytesMax ?? 0)}`,
      ],
      [
        "After a fatal failure",
        lambda.onFatal === "HOLD" ? "its ordering key is held" : "its ordering key continues",
      ],
      lambda.fairness ? null : ["Fairness keys", "none"],
      ["Shards", count(lambda.shards)],
      ["Default priority", lambda.defaultPriority],
      ["Needs of a worker host", lambda.needs?.join(", ") || "none"],
      ["Canary", lambda.canary ? `every ${lengthOf(lambda.canary.every)}` : "none"],
    ])}
  </div>`;
};
