import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { drain, retire, undrain } from "../action/worker.js";
import { count } from "../format/number.js";
import { SECOND } from "../format/time.js";
import { healthOf } from "../format/worker.js";
import { Poll } from "../live/poll.js";
import { copyButton } from "../view/copy.js";
import { chip, facts, heading, lambdaLink, loading, section, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";

const EVERY = 2 * SECOND;

/** The page of a place for worker hosts: its current host, and earlier hosts that must exit. */
export function worker({ name: place, redraw, failed }) {
  let shown = null;
  const poll = new Poll(async (signal) => {
    shown = await atf.getWorker(place, signal);
  }, EVERY, { redraw, failed }).start();
  const act = (action) => async () => {
    if (await action(shown)) {
      poll.now();
    }
  };

  return {
    title: () => `Worker ${place}`,
    view: () => html`
      <nav class="crumbs" aria-label="Where this is"><a href="/console/workers">Workers</a></nav>
      <div class="page-head">
        ${heading(html`<span class="unseen">Worker </span><span class="any-text">${place}</span>`)}
        ${copyButton(place, "Place")} ${shown ? chip(healthOf(shown), shown.reason) : nothing}
        ${shown ? actions(shown, act) : nothing}
      </div>
      ${trouble(poll.error)}
      ${shown ? content(shown) : poll.error ? nothing : loading("the worker host")}
    `,
    close: () => poll.stop(),
  };
}

const actions = ({ drainedBy, instance }, act) => html`
  <div class="actions">
    ${drainedBy
      ? html`<button type="button" class="primary" @click=${act(undrain)}>Undrain …</button>`
      : html`<button type="button" @click=${act(drain)}>Drain …</button>`}
    ${instance
      ? html`<button type="button" class="danger-quiet" @click=${act(retire)}>Retire …</button>`
      : nothing}
  </div>
`;

const content = (shown) => html`
  ${section(
    "The host",
    facts([
      shown.reason && ["Why", shown.reason],
      shown.drainedBy && ["Drained", shown.drainedBy],
      ["Host", shown.host],
      shown.version && ["Version", shown.version],
      shown.offers?.length && ["Offers", shown.offers.join(", ")],
      ["Started", when(shown.startedAt)],
      ["Seen", when(shown.seenAt)],
      shown.instance && ["Instance", html`<code>${shown.instance}</code>`],
    ]),
  )}
  ${section(
    "Work by lambda",
    shown.lambdas?.length
      ? table({
          label: "Work by lambda",
          columns: LAMBDAS,
          rows: shown.lambdas,
          key: ({ lambda }) => lambda,
        })
      : html`<p class="quiet-text">No lambda.</p>`,
  )}
  ${shown.gone?.length
    ? section(
        "Earlier hosts that must exit",
        table({
          label: "Earlier hosts that must exit",
          columns: GONE,
          rows: shown.gone,
          key: ({ instance }) => instance,
        }),
      )
    : nothing}
`;

const LAMBDAS = [
  {
    name: "Lambda",
    class: "wide",
    cell: ({ lambda, unhealthy }) =>
      html`${lambdaLink(lambda)}
        <a class="sub" href="/console/tasks?lambda=${lambda}&state=running">running tasks</a>
        ${unhealthy ? html`<span class="sub">takes no tasks: ${unhealthy}</span>` : nothing}`,
  },
  { name: "Running", class: "number", cell: ({ running = 0 }) => count(running) },
  { name: "Waiting calls", class: "number", cell: ({ waiting = 0 }) => count(waiting) },
  { name: "Handed out", class: "number", cell: ({ handedOut = 0 }) => count(Number(handedOut)) },
  { name: "Processes", class: "number", cell: ({ processes = 0 }) => count(processes) },
  { name: "Threads", class: "number", cell: ({ threads = 0 }) => count(threads) },
];

const GONE = [
  { name: "Instance", cell: ({ instance }) => html`<code>${instance}</code>` },
  { name: "Why", class: "wide", cell: ({ reason }) => reason },
  { name: "Since", cell: ({ at }) => when(at) },
];
