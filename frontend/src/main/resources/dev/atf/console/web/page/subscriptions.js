import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { create } from "../action/subscription.js";
import { SECOND } from "../format/time.js";
import { Poll } from "../live/poll.js";
import { lambdaField } from "../view/filters.js";
import { empty, heading, lambdaLink, loading, subscriptionLink, trouble, when } from "../view/parts.js";
import { endsView, sourceView } from "../view/subscription.js";
import { table } from "../view/table.js";

const EVERY = 5 * SECOND;

const COLUMNS = [
  { name: "Subscription", class: "wide", cell: ({ name }) => subscriptionLink(name) },
  { name: "Tasks of", cell: sourceView },
  { name: "With the status", cell: endsView },
  {
    name: "Notices go to",
    cell: ({ to }) => html`${lambdaLink(to.lambda)}
      <p class="sub">priority ${to.priority}</p>`,
  },
  { name: "Changed", cell: ({ updatedAt }) => when(updatedAt) },
];

/** The page that lists all subscriptions, or those to the tasks of one lambda. */
export function subscriptions({ query, redraw, failed, go }) {
  const lambda = query.get("lambda") ?? "";
  let lambdas = [];
  let shown = null;
  const poll = new Poll(async (signal) => {
    [lambdas, shown] = await Promise.all([
      atf.listLambdas(signal),
      atf.listSubscriptions(lambda, signal),
    ]);
  }, EVERY, { redraw, failed }).start();

  const content = () => {
    if (!shown) {
      return poll.error ? nothing : loading("the subscriptions");
    }
    return shown.length
      ? html`<div class="card flush">
          ${table({
            label: "Subscriptions",
            columns: COLUMNS,
            rows: shown,
            key: ({ name }) => name,
          })}
        </div>`
      : html`<div class="card">${nothingHere(lambda)}</div>`;
  };

  return {
    title: () => "Subscriptions",
    view: () => html`
      <div class="page-head">
        ${heading("Subscriptions")}
        ${shown
          ? html`<div class="actions">
              <button type="button" class="primary" @click=${() => create(go, lambdas, lambda)}>
                Create a subscription …
              </button>
            </div>`
          : nothing}
      </div>
      ${lambdas.length
        ? html`<div class="filters">
            ${lambdaField({
              lambdas,
              chosen: lambda,
              all: "All lambdas",
              label: "Tasks of",
              choose: (name) => go(`/console/subscriptions${name ? `?lambda=${name}` : ""}`),
            })}
          </div>`
        : nothing}
      ${trouble(poll.error)} ${content()}
    `,
    close: () => poll.stop(),
  };
}

const nothingHere = (lambda) =>
  empty(
    lambda ? `${lambda} has no subscriptions` : "There are no subscriptions",
    "A subscription creates a task whenever a task of a lambda ends: a webhook, or a task of your own lambda. Create one:",
    `./atf subscription put failures --lambda ${lambda || "LAMBDA"} --status FATAL_FAILURE --to http --url URL`,
  );
