import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { schedule } from "../action/schedule.js";
import { addressOf, filterIn, isNarrow, queryOf } from "../format/taskfilter.js";
import { sentence } from "../format/text.js";
import { SECOND } from "../format/time.js";
import { listRows } from "../live/lists.js";
import { Poll } from "../live/poll.js";
import { pager } from "../view/filters.js";
import { empty, heading, loading, moreOf, trouble } from "../view/parts.js";
import { savedFiltersView } from "../view/savedfilters.js";
import { table } from "../view/table.js";
import { taskBar } from "../view/taskbar.js";
import { taskFilters } from "../view/taskfilters.js";
import { inOrder, taskColumns } from "../view/tasks.js";
import { noLambdas } from "./overview.js";

const EVERY = 3 * SECOND;
/** Interval for lists of all lambdas, which take at least one call for each lambda. */
const EVERY_OF_ALL = 10 * SECOND;
const PAGE = 50;
/** Page size for each lambda in a list of all lambdas. */
const PAGE_OF_ALL = 20;
const SHOWN_MAX = 200;

/** The page that lists the tasks of one lambda, or some tasks of each. */
export function tasks({ query, redraw, failed, go }) {
  const filter = filterIn(query);
  let lambdas = null;
  let page = null;
  const chosen = new Map();

  const poll = new Poll(async (signal) => {
    lambdas ??= await atf.listLambdas(signal);
    page = await read(filter, lambdas, signal);
    // Tasks that are no longer in the list must not be changed by the buttons.
    const shown = new Set(page.tasks.map(({ taskId }) => taskId));
    [...chosen.keys()].filter((id) => !shown.has(id)).forEach((id) => chosen.delete(id));
  }, filter.lambda ? EVERY : EVERY_OF_ALL, { redraw, failed }).start();

  const act = (action) => async () => {
    if (await action()) {
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
      ${taskBar(filter, page, chosen, act)}
      ${page.notice ? html`<p class="notice" data-tone="wait">${page.notice}</p>` : nothing}
      ${page.tasks.length
        ? html`<div class="card flush">
            ${table({
              label: "Tasks",
              columns: taskColumns(filter, page, chosen, redraw),
              rows: page.tasks,
              key: (task) => task.taskId,
            })}
          </div>`
        : html`<div class="card">${nothingHere(filter, page)}</div>`}
      ${moreOf(page, (lambda) => addressOf({ ...filter, lambda }))}
      ${pager({
        label: "Pages of tasks",
        first: filter.token && addressOf({ ...filter, token: "" }),
        next: page.next && addressOf({ ...filter, token: page.next }),
      })}
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
                @click=${() => schedule(go, lambdas, filter.lambda || undefined)}
              >
                Schedule a task …
              </button>
            </div>`
          : nothing}
      </div>
      ${lambdas?.length
        ? html`${taskFilters(filter, lambdas, go)}
          ${savedFiltersView(addressOf({ ...filter, token: "" }), redraw)}`
        : nothing}
      ${trouble(poll.error)} ${content()}
    `,
    close: () => poll.stop(),
  };
}

async function read(filter, lambdas, signal) {
  const notices = new Set();
  const pageSize = filter.lambda ? PAGE : PAGE_OF_ALL;
  const readOne = (lambda, pageToken) =>
    atf
      .listTasks(lambda, { ...queryOf(filter), pageSize, pageToken }, signal)
      .catch((error) => {
        if (filter.lambda || error.status !== 400) {
          throw error;
        }
        // One lambda may refuse what others accept, such as a label that it does not index.
        notices.add(`${lambda}: ${error.message}`);
        return {};
      });
  const rowsOf = ({ tasks = [], notice }) => {
    notices.add(notice ?? "");
    return tasks;
  };
  const candidates = lambdas.filter(({ priorities }) => mayHave(filter, priorities));
  const found = await listRows(filter, candidates, readOne, rowsOf, PAGE_OF_ALL);
  const rows = filter.lambda ? found.rows : inOrder(found.rows, filter.state);
  if (rows.length > SHOWN_MAX) {
    notices.add(`The first ${SHOWN_MAX} of these are shown; select a lambda to see all of its tasks`);
  }
  return {
    ...found,
    tasks: filter.lambda ? rows : rows.slice(0, SHOWN_MAX),
    notice: [...notices].filter(Boolean).map(sentence).join(". "),
  };
}

const mayHave = ({ priority }, priorities = []) => !priority || priorities.includes(priority);

function nothingHere(filter, page) {
  const { state, priority: level } = filter;
  const lambda = filter.lambda || "LAMBDA";
  if (isNarrow(filter)) {
    return empty("No task matches", "Change the filter above, or clear it.");
  }
  if (filter.token || page.next) {
    return empty("None on this page", "The list changed while it was read. Open the next page, or return to the first.");
  }
  switch (state) {
    case "dead":
      return empty("No dead letters", "This list shows tasks that have used up their attempts, or that failed permanently.");
    case "done":
      return empty(
        "No finished tasks are listed",
        "Whether finished tasks are listed depends on the setting “history” of the lambda, which its page can edit. Dead letters and dropped tasks are always listed.",
      );
    case "waiting":
      return empty(
        "No task waits for its ordering key",
        "Tasks with the same ordering key run one at a time. This list shows those that wait for their turn.",
      );
    case "blocked":
      return empty(
        "No task is blocked",
        "This list shows tasks that wait for a condition, such as a database that is not available.",
      );
    case "running":
      return empty("No task is running", "This list shows tasks that an executor has claimed.");
    default:
      return empty(
        level ? `No unfinished tasks of priority ${level}` : "No unfinished tasks",
        "Schedule one, now or for later:",
        `./atf schedule ${lambda} --payload '{}' --delay 10s`,
      );
  }
}
