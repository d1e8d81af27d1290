import { html, nothing } from "../lib.js";
import { count, figure } from "../format/number.js";
import { length } from "../format/time.js";
import { section } from "./parts.js";

const perSecond = (value) => `${figure(value)}/s`;

const THROUGHPUT = {
  label: "Throughput",
  format: perSecond,
  series: [
    { name: "scheduled", tone: "wait" },
    { name: "started", tone: "run" },
    { name: "succeeded", tone: "good", fill: true },
  ],
};

const LATENCY = {
  label: "Delivery latency",
  format: (value) => length(value),
  series: [
    { name: "p50", tone: "good" },
    { name: "p95", tone: "queue" },
    { name: "p99", tone: "warn" },
  ],
};

const FAILURES = {
  label: "Failures",
  format: perSecond,
  series: [
    { name: "failed attempts", tone: "warn" },
    { name: "dead letters", tone: "bad", fill: true },
  ],
};

const BACKLOG = {
  label: "Backlog",
  format: count,
  series: [
    { name: "unfinished", tone: "wait", fill: true },
    { name: "queued", tone: "queue" },
    { name: "dead", tone: "bad" },
  ],
};

const chart = (spec, note, data) =>
  section(
    spec.label,
    html`<atf-chart .spec=${spec} .data=${data}></atf-chart>`,
    note ? html`<span class="card-note">${note}</span>` : nothing,
  );

/** Shows the charts of the activity. */
export function activityCharts(points) {
  const { throughput, latency, failures } = linesOf(points);
  return html`
    ${chart(THROUGHPUT, "tasks per second", throughput)} ${chart(LATENCY, "start − due", latency)}
    ${chart(FAILURES, "per second", failures)}
  `;
}

/** The lines of each response. A chart is not drawn again as long as it gets the same arrays. */
const lines = new WeakMap();

function linesOf(points) {
  if (!lines.has(points)) {
    const at = points.map((point) => point.at);
    const rate = (name) => points.map((point) => point[name] / point.seconds);
    const value = (name) => points.map((point) => point[name]);
    lines.set(points, {
      throughput: [at, rate("scheduled"), rate("started"), rate("succeeded")],
      latency: [at, value("p50"), value("p95"), value("p99")],
      failures: [at, rate("failed"), rate("dead")],
    });
  }
  return lines.get(points);
}

export const backlogChart = ({ lines: seen }) =>
  chart(BACKLOG, "tasks, since this page was opened", seen);

/** Returns the rates, the counts and the highest latencies of the last seconds. */
export function recentRates(points, seconds) {
  const recent = points.filter((point) => point.at > (points.at(-1)?.at ?? 0) - seconds);
  const length = recent.reduce((sum, point) => sum + point.seconds, 0) || 1;
  const sum = (name) => recent.reduce((all, point) => all + point[name], 0);
  const worst = (name) =>
    recent.reduce((most, point) => (point[name] == null ? most : Math.max(most, point[name])), -1);
  return {
    succeeded: sum("succeeded") / length,
    scheduled: sum("scheduled") / length,
    failed: sum("failed"),
    dead: sum("dead"),
    p50: worst("p50"),
    p99: worst("p99"),
  };
}
