import { html } from "../lib.js";
import { taskChip, taskLink, when } from "./parts.js";

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
    { name: "Looked at next", cell: (task) => when(task.nextTriggerAt) },
  ],
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
};

/** What a list of tasks in this state shows; dead ones can be chosen. */
export const taskColumns = (state, page, chosen, redraw) =>
  state === "dead" ? [pick(page, chosen, redraw), ...COLUMNS.dead] : COLUMNS[state];

/** The column of boxes, with one for all of the page. */
function pick(page, chosen, redraw) {
  const ids = page.tasks.map((task) => task.taskId);
  const all = ids.every((each) => chosen.has(each));
  const put = (which, on) => {
    which.forEach((each) => (on ? chosen.add(each) : chosen.delete(each)));
    redraw();
  };
  return {
    name: "Choose",
    class: "pick",
    head: () =>
      html`<input
        type="checkbox"
        aria-label="Choose all of this page"
        .checked=${all}
        .indeterminate=${!all && ids.some((each) => chosen.has(each))}
        @change=${(event) => put(ids, event.target.checked)}
      />`,
    cell: (task) =>
      html`<input
        type="checkbox"
        aria-label="Choose task ${task.taskId.slice(0, 8)}"
        .checked=${chosen.has(task.taskId)}
        @change=${(event) => put([task.taskId], event.target.checked)}
      />`,
  };
}
