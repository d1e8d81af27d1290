import { html, nothing } from "../lib.js";
import { register } from "../action/lambda.js";
import { count } from "../format/number.js";
import { length, SECOND } from "../format/time.js";
import { failingExecutors, fleet, gateOfLambda, gatesOfCollections, totals } from "../live/fleet.js";
import { Poll } from "../live/poll.js";
import { chip, gateChip, heading, lambdaLink, loading, trouble } from "../view/parts.js";
import { table } from "../view/table.js";
import { noLambdas } from "./overview.js";

const EVERY = 2 * SECOND;

const number = (value, href) =>
  Number(value)
    ? href
      ? html`<a href=${href}>${count(value)}</a>`
      : count(value)
    : html`<span class="absent">0</span>`;

const tasksOf = (lambda, state) => `/console/tasks?lambda=${lambda.name}&state=${state}`;

const COLUMNS = [
  {
    name: "Lambda",
    class: "wide",
    cell: (lambda) => html`
      ${lambdaLink(lambda.name)}
      ${lambda.description ? html`<p class="sub">${lambda.description}</p>` : nothing}
    `,
  },
  {
    name: "State",
    cell: (lambda) => {
      const closed = gatesOfCollections(lambda).length;
      return html`${gateChip(gateOfLambda(lambda))}${closed
        ? html`<p class="sub">${closed} of its collections paused</p>`
        : nothing}`;
    },
  },
  {
    name: "Unfinished",
    class: "number",
    cell: (lambda) => number(totals([lambda]).pending, tasksOf(lambda, "pending")),
  },
  { name: "In queues", class: "number", cell: (lambda) => number(totals([lambda]).queued) },
  {
    name: "Oldest due",
    class: "number",
    cell: (lambda) => {
      const { oldest } = totals([lambda]);
      return oldest ? length(oldest) : html`<span class="absent">–</span>`;
    },
  },
  {
    name: "Dead",
    class: "number",
    cell: (lambda) => number(totals([lambda]).dead, tasksOf(lambda, "dead")),
  },
  {
    name: "Hosts",
    class: "number",
    cell: (lambda) => html`${number(totals([lambda]).workers)}${failingExecutors(lambda)
      ? html`<p class="sub" title=${failingExecutors(lambda)}>
          ${chip({ name: "Failing", tone: "bad" })}
        </p>`
      : nothing}`,
  },
];

/** The page that lists all lambdas with their live figures. */
export function lambdas({ redraw, failed, go }) {
  let all = null;
  const poll = new Poll(async (signal) => {
    all = await fleet(signal);
  }, EVERY, { redraw, failed }).start();

  const content = () => {
    if (!all) {
      return poll.error ? nothing : loading("the lambdas");
    }
    return all.length
      ? html`<div class="card flush">
          ${table({ label: "Lambdas", columns: COLUMNS, rows: all, key: (lambda) => lambda.name })}
        </div>`
      : noLambdas();
  };
  return {
    title: () => "Lambdas",
    view: () => html`
      <div class="page-head">
        ${heading("Lambdas")}
        ${all?.length ? html`<span class="head-note">${count(all.length)}</span>` : nothing}
        <div class="actions">
          <button type="button" class="primary" @click=${() => register(go)}>
            Register a lambda …
          </button>
        </div>
      </div>
      ${trouble(poll.error)} ${content()}
    `,
    close: () => poll.stop(),
  };
}
