import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { submit } from "../action/submit.js";
import { jobStatusOf } from "../format/job.js";
import { count } from "../format/number.js";
import { SECOND } from "../format/time.js";
import { listRows } from "../live/lists.js";
import { Poll } from "../live/poll.js";
import { lambdaField, pager } from "../view/filters.js";
import { chip, choice, empty, heading, jobLink, loading, moreOf, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";
import { noLambdas } from "./overview.js";

const EVERY = 3 * SECOND;
const PAGE = 50;

const STATES = [
  { value: "live", name: "Active or on hold" },
  { value: "rest", name: "Ended" },
];

const COLUMNS = [
  {
    name: "Job",
    class: "wide",
    cell: ({ lambda, job }) => jobLink(lambda, job),
  },
  {
    name: "Status",
    cell: ({ status, unreadable }) =>
      chip(jobStatusOf(status, unreadable), unreadable || status),
  },
  { name: "Steps", class: "number", cell: ({ stepCount }) => count(stepCount ?? 0) },
  { name: "Submitted", cell: ({ createdAt }) => when(createdAt) },
];

const href = (query) =>
  `/console/jobs?${new URLSearchParams(Object.entries(query).filter(([, value]) => value))}`;

/** The page that lists jobs: of all lambdas, or those whose first step is of one lambda. */
export function jobs({ query, redraw, failed, go }) {
  const filter = {
    lambda: query.get("lambda") ?? "",
    state: query.get("state") === "rest" ? "rest" : "live",
    token: query.get("token") ?? "",
  };
  let lambdas = null;
  let page = null;

  const poll = new Poll(async (signal) => {
    lambdas ??= await atf.listLambdas(signal);
    const read = (lambda, pageToken) =>
      atf.listJobs(lambda, { state: filter.state, pageSize: PAGE, pageToken }, signal);
    page = await listRows(filter, lambdas, read, (answer) => answer.jobs ?? []);
    if (!filter.lambda) {
      page.rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    }
  }, EVERY, { redraw, failed }).start();

  const content = () => {
    if (lambdas && !lambdas.length) {
      return noLambdas();
    }
    if (!page) {
      return poll.error ? nothing : loading("the jobs");
    }
    return html`
      ${page.rows.length
        ? html`<div class="card flush">
            ${table({
              label: "Jobs",
              columns: COLUMNS,
              rows: page.rows,
              key: ({ lambda, job }) => `${lambda}/${job}`,
            })}
          </div>`
        : html`<div class="card">${nothingHere(filter)}</div>`}
      ${moreOf(page, (lambda) => href({ ...filter, lambda }))}
      ${pager({
        label: "Pages of jobs",
        first: filter.token && href({ ...filter, token: "" }),
        next: page.next && href({ ...filter, token: page.next }),
      })}
    `;
  };

  return {
    title: () => "Jobs",
    view: () => html`
      <div class="page-head">
        ${heading("Jobs")}
        ${lambdas?.length
          ? html`<div class="actions">
              <button
                type="button"
                class="primary"
                @click=${() => submit(go, lambdas, filter.lambda)}
              >
                Submit a job …
              </button>
            </div>`
          : nothing}
      </div>
      ${lambdas?.length ? filters(filter, lambdas, go) : nothing} ${trouble(poll.error)}
      ${content()}
    `,
    close: () => poll.stop(),
  };
}

const filters = (filter, lambdas, go) => html`
  <div class="filters">
    ${lambdaField({
      lambdas,
      chosen: filter.lambda,
      label: "Lambda of the first step",
      all: "All lambdas",
      choose: (lambda) => go(href({ lambda, state: filter.state })),
    })}
    <div class="field">
      <span class="label" aria-hidden="true">State</span>
      ${choice(
        "State",
        STATES.map((state) => ({
          ...state,
          href: href({ lambda: filter.lambda, state: state.value }),
        })),
        filter.state,
      )}
    </div>
  </div>
`;

const nothingHere = ({ state }) =>
  state === "rest"
    ? empty("No job has ended", "This list shows jobs that succeeded, failed, or were reverted or cancelled.")
    : empty(
        "No job is active or on hold",
        "A job is a graph of steps; each step is a task of some lambda. Submit one:",
        "./atf job submit FILE",
      );
