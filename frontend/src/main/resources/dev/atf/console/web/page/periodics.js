import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { create } from "../action/periodicform.js";
import { count } from "../format/number.js";
import { intervalText, skippedOrMissed, stateOf, upcomingFires } from "../format/periodic.js";
import { SECOND } from "../format/time.js";
import { listRows } from "../live/lists.js";
import { Poll } from "../live/poll.js";
import { lambdaField, pager } from "../view/filters.js";
import { chip, empty, heading, lambdaLink, loading, moreOf, periodicLink, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";
import { noLambdas } from "./overview.js";

const EVERY = 5 * SECOND;
const PAGE = 100;

const NEVER = "9999";

const COLUMNS = [
  {
    name: "Periodic task",
    class: "wide",
    cell: ({ lambda, name }) => periodicLink(lambda, name),
  },
  { name: "State", cell: (task) => chip(stateOf(task)) },
  { name: "Lambda", cell: ({ lambda }) => lambdaLink(lambda) },
  {
    name: "Schedule",
    class: "wide",
    cell: ({ schedule, unreadable }) =>
      unreadable
        ? html`<p class="sub">${unreadable}</p>`
        : schedule.cron
          ? html`<code>${schedule.cron}</code>
              <p class="sub">${schedule.timeZone}</p>`
          : intervalText(schedule),
  },
  { name: "Next", cell: (task) => when(upcomingFires(task)[0]?.at) },
  {
    name: "Latest",
    cell: ({ lastFire }) =>
      lastFire
        ? html`<a href="/console/tasks/${lastFire.taskId}">${when(lastFire.at)}</a>`
        : html`<span class="absent">–</span>`,
  },
  { name: "Runs", class: "number", cell: ({ firedCount }) => count(firedCount) },
  { name: "Skipped or missed", class: "number", cell: (task) => count(skippedOrMissed(task)) },
];

const href = (query) =>
  `/console/periodic?${new URLSearchParams(Object.entries(query).filter(([, value]) => value))}`;

/** The page that lists periodic tasks, of one lambda or of all. */
export function periodics({ query, redraw, failed, go }) {
  const filter = { lambda: query.get("lambda") ?? "", token: query.get("token") ?? "" };
  let lambdas = null;
  let page = null;

  const poll = new Poll(async (signal) => {
    lambdas ??= await atf.listLambdas(signal);
    const read = (lambda, pageToken) =>
      atf.listPeriodic(lambda, { pageSize: PAGE, pageToken }, signal);
    page = await listRows(filter, lambdas, read, ({ tasks }) => tasks ?? []);
    if (!filter.lambda) {
      page.rows.sort((a, b) => nextOf(a).localeCompare(nextOf(b)));
    }
  }, EVERY, { redraw, failed }).start();

  const content = () => {
    if (lambdas && !lambdas.length) {
      return noLambdas();
    }
    if (!page) {
      return poll.error ? nothing : loading("the periodic tasks");
    }
    return html`
      ${page.rows.length
        ? html`<div class="card flush">
            ${table({
              label: "Periodic tasks",
              columns: COLUMNS,
              rows: page.rows,
              key: ({ lambda, name }) => `${lambda}/${name}`,
            })}
          </div>`
        : html`<div class="card">${nothingHere(filter, page)}</div>`}
      ${moreOf(page, (lambda) => href({ lambda }))}
      ${pager({
        label: "Pages of periodic tasks",
        first: filter.token && href({ lambda: filter.lambda }),
        next: page.next && href({ ...filter, token: page.next }),
      })}
    `;
  };

  return {
    title: () => "Periodic tasks",
    view: () => html`
      <div class="page-head">
        ${heading("Periodic tasks")}
        ${lambdas?.length
          ? html`<div class="actions">
              <button
                type="button"
                class="primary"
                @click=${() => create(go, lambdas, filter.lambda || undefined)}
              >
                Create a periodic task …
              </button>
            </div>`
          : nothing}
      </div>
      ${lambdas?.length
        ? html`<div class="filters">
            ${lambdaField({
              lambdas,
              chosen: filter.lambda,
              all: "All lambdas",
              choose: (lambda) => go(href({ lambda })),
            })}
          </div>`
        : nothing}
      ${trouble(poll.error)} ${content()}
    `,
    close: () => poll.stop(),
  };
}

const nextOf = ({ nextFires }) => nextFires?.[0]?.at ?? NEVER;

const nothingHere = ({ lambda, token }, { next }) =>
  token || next
    ? empty("None on this page", "The list changed while it was read. Open the next page, or return to the first.")
    : empty(
        lambda ? `${lambda} has no periodic tasks` : "There are no periodic tasks",
        "A periodic task creates a task at each time of a cron expression, or at regular intervals. Create one:",
        `./atf periodic create ${lambda || "LAMBDA"} nightly --cron '30 2 * * *' --zone Europe/Berlin --payload '{}'`,
      );
