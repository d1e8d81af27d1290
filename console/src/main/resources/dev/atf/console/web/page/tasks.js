import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { redriveAll, redriveChosen } from "../action/redrive.js";
import { schedule } from "../action/schedule.js";
import { many } from "../format/number.js";
import { SECOND } from "../format/time.js";
import { Poll } from "../live/poll.js";
import { choice, empty, heading, loading, trouble } from "../view/parts.js";
import { table } from "../view/table.js";
import { taskColumns } from "../view/tasks.js";
import { noLambdas } from "./overview.js";

const EVERY = 3 * SECOND;
const PAGE = 50;

const STATES = [
  { value: "pending", name: "Unfinished" },
  { value: "running", name: "Running" },
  { value: "dead", name: "Dead" },
  { value: "done", name: "Done" },
];

const byPriority = (state) => state === "pending" || state === "running";

const href = (query) =>
  `/console/tasks?${new URLSearchParams(Object.entries(query).filter(([, value]) => value))}`;

/** The tasks of one lambda: unfinished, running, dead or done. */
export function tasks({ query, redraw, failed, go }) {
  const asked = {
    lambda: query.get("lambda") ?? "",
    state: STATES.some(({ value }) => value === query.get("state")) ? query.get("state") : "pending",
    priority: query.get("priority") ?? "",
    token: query.get("token") ?? "",
  };
  let lambdas = null;
  let page = null;
  const chosen = new Set();

  const poll = new Poll(async (signal) => {
    lambdas ??= await atf.listLambdas(signal);
    if (!asked.lambda && lambdas.length) {
      go(href({ ...asked, lambda: lambdas[0].name }), { replace: true });
      return;
    }
    if (asked.lambda) {
      page = await read(asked, signal);
    }
  }, EVERY, { redraw, failed }).start();

  const act = (deed) => async () => {
    if (await deed()) {
      chosen.clear();
      poll.now();
    }
  };

  const content = () => {
    if (lambdas && !lambdas.length) {
      return noLambdas();
    }
    if (!page) {
      return poll.error ? nothing : loading("the tasks");
    }
    return html`
      ${asked.state === "dead" && page.tasks.length ? deadBar(asked, page, chosen, act) : nothing}
      ${page.notice ? html`<p class="notice" data-tone="wait">${page.notice}</p>` : nothing}
      ${page.tasks.length
        ? html`<div class="card flush">
            ${table({
              label: "Tasks",
              columns: taskColumns(asked.state, page, chosen, redraw),
              rows: page.tasks,
              key: (task) => task.taskId,
            })}
          </div>`
        : html`<div class="card">${nothingHere(asked, page)}</div>`}
      ${pager(asked, page)}
    `;
  };

  return {
    title: () => "Tasks",
    view: () => html`
      <div class="page-head">
        ${heading("Tasks")}
        ${lambdas?.length
          ? html`<div class="actions">
              <button
                type="button"
                class="primary"
                @click=${() => schedule(go, lambdas, asked.lambda || undefined)}
              >
                Schedule a task …
              </button>
            </div>`
          : nothing}
      </div>
      ${lambdas?.length ? filters(asked, lambdas, go) : nothing} ${trouble(poll.error)} ${content()}
    `,
    close: () => poll.stop(),
  };
}

async function read(asked, signal) {
  const { lambda, state, priority, token } = asked;
  const query = {
    state,
    priority: byPriority(state) ? priority : "",
    pageSize: PAGE,
    pageToken: token,
  };
  const answer = await atf.listTasks(lambda, query, signal);
  return { tasks: answer.tasks, next: answer.nextPageToken ?? "", notice: answer.notice ?? "" };
}

const filters = (asked, lambdas, go) => html`
  <div class="filters">
    <div class="field">
      <label for="lambda">Lambda</label>
      <select
        id="lambda"
        @change=${(event) => go(href({ lambda: event.target.value, state: asked.state }))}
      >
        ${lambdas.some(({ name }) => name === asked.lambda)
          ? nothing
          : html`<option value=${asked.lambda} selected>${asked.lambda || "Choose"}</option>`}
        ${lambdas.map(
          ({ name }) =>
            html`<option value=${name} ?selected=${name === asked.lambda}>${name}</option>`,
        )}
      </select>
    </div>
    <div class="field">
      <span class="label" aria-hidden="true">State</span>
      ${choice(
        "State",
        STATES.map((state) => ({
          ...state,
          href: href({ lambda: asked.lambda, state: state.value }),
        })),
        asked.state,
      )}
    </div>
    ${byPriority(asked.state)
      ? html`<div class="field">
          <label for="priority">Priority</label>
          <select
            id="priority"
            @change=${(event) =>
              go(href({ lambda: asked.lambda, state: asked.state, priority: event.target.value }))}
          >
            <option value="" ?selected=${!asked.priority}>All</option>
            ${(lambdas.find(({ name }) => name === asked.lambda)?.priorities ?? []).map(
              (name) =>
                html`<option value=${name} ?selected=${name === asked.priority}>${name}</option>`,
            )}
          </select>
        </div>`
      : nothing}
  </div>
`;

const deadBar = (asked, page, chosen, act) => html`
  <div class="bar">
    <span>${chosen.size ? many(chosen.size, "task") + " chosen" : "Choose tasks, or take all."}</span>
    <span class="push"></span>
    <button
      type="button"
      ?disabled=${!chosen.size}
      @click=${act(() => redriveChosen(asked.lambda, [...chosen]))}
    >
      Redrive chosen …
    </button>
    <button
      type="button"
      @click=${act(async () => {
        const { live } = await atf.getLambda(asked.lambda);
        return redriveAll(asked.lambda, Number(live?.dead ?? page.tasks.length));
      })}
    >
      Redrive all …
    </button>
  </div>
`;

const pager = (asked, page) =>
  asked.token || page.next
    ? html`<nav class="pager" aria-label="Pages of tasks">
        ${asked.token ? html`<a href=${href({ ...asked, token: "" })}>First page</a>` : nothing}
        <span class="push"></span>
        ${page.next ? html`<a href=${href({ ...asked, token: page.next })}>Next page</a>` : nothing}
      </nav>`
    : nothing;

function nothingHere({ lambda, state, priority: level, token }, page) {
  if (token || page.next) {
    return empty("None on this page", "The list changes while it is read. Go on with the next page, or begin again.");
  }
  switch (state) {
    case "dead":
      return empty("No dead letters", "Tasks whose attempts ran out, or that failed for good, would be here.");
    case "done":
      return empty(
        "No finished tasks are listed",
        "A lambda lists its finished tasks when its history says so. Dead letters, and what a gate dropped, are always listed.",
        `./atf lambda register ${lambda} --history ALL`,
      );
    case "running":
      return empty("Nothing runs", "Tasks that an executor has claimed would be here.");
    default:
      return empty(
        level ? `No unfinished tasks of priority ${level}` : "No unfinished tasks",
        "Schedule one, now or for later:",
        `./atf schedule ${lambda} --payload '{}' --delay 10s`,
      );
  }
}
