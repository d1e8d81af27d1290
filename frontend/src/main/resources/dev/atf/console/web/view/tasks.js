import { html } from "../lib.js";
import { lambdaLink, taskChip, taskLink, when } from "./parts.js";

const attempt = { name: "Attempt", class: "number", cell: (task) => task.attempt || "–" };
const priority = { name: "Priority", cell: (task) => task.priority };
const collection = {
  name: "Collection",
  cell: (task) => task.collection || html`<span class="absent">–</span>`,
};
const status = { name: "Status", cell: (task) => taskChip(task) };
const id = { name: "Task", class: "id-cell", cell: (task) => taskLink(task.taskId) };
const failure = {
  name: "Failure",
  class: "wide",
  cell: (task) =>
    task.failure
      ? html`<code class="code-bad">${task.failure.code}</code>
          <p class="sub clip">${task.failure.message}</p>`
      : html`<span class="absent">–</span>`,
};

const COMMON = [id, status, attempt, priority];
const due = { name: "Due", cell: (task) => when(task.scheduledAt) };

const COLUMNS = {
  pending: [
    ...COMMON,
    collection,
    due,
    { name: "Next check", cell: (task) => when(task.nextTriggerAt) },
  ],
  waiting: [...COMMON, collection, due],
  running: [
    ...COMMON,
    { name: "Began", cell: (task) => when(task.startedAt) },
    { name: "Lease until", cell: (task) => when(task.leaseUntil) },
    { name: "Executor", class: "id-cell", cell: (task) => task.executorId ?? "–" },
  ],
  dead: [
    id,
    failure,
    attempt,
    priority,
    collection,
    { name: "Died", cell: (task) => when(task.finishedAt) },
  ],
  done: [
    ...COMMON,
    collection,
    due,
    { name: "Finished", cell: (task) => when(task.finishedAt) },
  ],
  any: [...COMMON, collection, due, failure],
};

const lambda = { name: "Lambda", cell: (task) => lambdaLink(task.lambda) };

/** Returns the columns of a list of tasks. In all lists except "done", tasks can be selected. */
export function taskColumns(filter, page, chosen, redraw) {
  const [first, ...rest] = COLUMNS[filter.state];
  const columns = filter.lambda ? [first, ...rest] : [first, lambda, ...rest];
  return filter.state === "done" ? columns : [choiceColumn(page, chosen, redraw), ...columns];
}

/** Sorts tasks of several lambdas: the latest finished first, or the earliest due first. */
export function inOrder(tasks, state) {
  const areFinished = state === "dead" || state === "done";
  const timeOf = (task) => Date.parse((areFinished && task.finishedAt) || task.scheduledAt);
  return [...tasks].sort((a, b) => (areFinished ? timeOf(b) - timeOf(a) : timeOf(a) - timeOf(b)));
}

/** Returns the column of checkboxes. The one in its head selects all tasks of the page. */
function choiceColumn(page, chosen, redraw) {
  const isChosen = ({ taskId }) => chosen.has(taskId);
  const all = page.tasks.every(isChosen);
  const choose = (tasks, on) => {
    tasks.forEach((each) => (on ? chosen.set(each.taskId, each) : chosen.delete(each.taskId)));
    redraw();
  };
  return {
    name: "Select",
    class: "pick",
    head: () =>
      html`<input
        type="checkbox"
        aria-label="Select all of this page"
        .checked=${all}
        .indeterminate=${!all && page.tasks.some(isChosen)}
        @change=${(event) => choose(page.tasks, event.target.checked)}
      />`,
    cell: (task) =>
      html`<input
        type="checkbox"
        aria-label="Select task ${task.taskId.slice(0, 8)}"
        .checked=${isChosen(task)}
        @change=${(event) => choose([task], event.target.checked)}
      />`,
  };
}
