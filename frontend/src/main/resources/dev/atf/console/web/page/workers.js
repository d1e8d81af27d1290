import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { count } from "../format/number.js";
import { SECOND } from "../format/time.js";
import { healthOf } from "../format/worker.js";
import { Poll } from "../live/poll.js";
import { chip, empty, heading, lambdaLink, loading, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";

const EVERY = 4 * SECOND;

const COLUMNS = [
  {
    name: "Place",
    class: "wide",
    cell: ({ place }) =>
      html`<a class="any-text" href="/console/workers/${encodeURIComponent(place)}">${place}</a>`,
  },
  { name: "State", cell: (worker) => chip(healthOf(worker), worker.reason) },
  { name: "Running", class: "number", cell: ({ running = 0 }) => count(running) },
  {
    name: "Lambdas",
    cell: ({ lambdas = [] }) =>
      lambdas.map(({ lambda }, i) => html`${i ? ", " : ""}${lambdaLink(lambda)}`),
  },
  { name: "Host", cell: ({ host }) => host },
  { name: "Version", cell: ({ version = "–" }) => version },
  { name: "Seen", cell: ({ seenAt }) => when(seenAt) },
];

/** The page that lists worker hosts, with their health and what they run. */
export function workers({ redraw, failed }) {
  let shown = null;
  const poll = new Poll(async (signal) => {
    shown = await atf.listWorkers(signal);
  }, EVERY, { redraw, failed }).start();

  const content = () => {
    if (!shown) {
      return poll.error ? nothing : loading("the worker hosts");
    }
    return shown.length
      ? html`<div class="card flush">
          ${table({
            label: "Worker hosts",
            columns: COLUMNS,
            rows: shown,
            key: ({ place }) => place,
          })}
        </div>`
      : html`<div class="card">
          ${empty(
            "No worker host has reported",
            "Worker hosts report every few seconds while they run. Start one:",
            "./atf worker --executors LAMBDA=2 -- COMMAND",
          )}
        </div>`;
  };

  return {
    title: () => "Workers",
    view: () => html`
      <div class="page-head">${heading("Workers")}</div>
      ${trouble(poll.error)} ${content()}
    `,
    close: () => poll.stop(),
  };
}
