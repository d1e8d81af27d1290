// The relatives of a task: what created it, and its children.

import { html, nothing } from "../lib.js";
import { count } from "../format/number.js";
import { READ_MAX } from "../live/children.js";
import { chip, jobLink, keyLink, lambdaLink, onDay, periodicLink, section, statusChip, subscriptionLink, taskChip, taskLink, when } from "./parts.js";
import { table } from "./table.js";

/** Returns names and values for the facts of a task. */
export const familyOf = ({ lambda, orderingKey, fairnessKey, job, periodic, notice, parentTaskId, childNumber, tests, resubmittedFrom, joins = [] }) => [
  orderingKey && ["Ordering key", keyLink(lambda, orderingKey)],
  fairnessKey && ["Fairness key", html`<span class="any-text">${fairnessKey}</span>`],
  job && [job.compensates ? "Reverts" : "Step", stepOf(job)],
  periodic && ["Periodic task", fireOf(lambda, periodic)],
  notice && ["Notice of", noticeOf(notice)],
  tests && ["Tests", testOf(tests)],
  resubmittedFrom && ["Resubmitted from", taskLink(resubmittedFrom)],
  parentTaskId && ["Parent", html`${taskLink(parentTaskId)}, child ${count(childNumber + 1)} of it`],
  // A job that consists of children, and of the task that waits for them.
  ...joins.map((join) => ["Children with a task that waits", jobLink(join.lambda, join.name)]),
];

const stepOf = ({ step, lambda, name }) =>
  name
    ? html`${step} of the job ${jobLink(lambda, name)}`
    : html`${step} <span class="absent">of a job that is no longer stored</span>`;

const fireOf = (lambda, { name, fireAt }) => html`
  ${name
    ? periodicLink(lambda, name)
    : html`<span class="absent">deleted</span>`},
  ${fireAt ? html`run of ${onDay(fireAt)}` : "triggered by hand"}
`;

const testOf = ({ lambda, name }) =>
  name
    ? html`the condition ${name} of ${lambdaLink(lambda)}`
    : html`<span class="absent">a condition that is no longer stored</span>`;

/** Shows the origin of a notice: a subscription, or the onFinish of the task itself. */
const noticeOf = ({ name, taskId, lambda, status }) => html`
  ${name === "onFinish" ? "the end of" : html`${subscriptionLink(name)}: the end of`}
  task ${taskLink(taskId)} of ${lambdaLink(lambda)} ${statusChip(status)}
`;

/** Shows the tasks that the handler scheduled with its success. */
export function childrenView({ childTaskIds: ids = [], childrenPending }, children) {
  if (!ids.length) {
    return nothing;
  }
  const rows = ids.slice(0, READ_MAX).map((id, i) => ({ id, number: i + 1, task: children.of(id) }));
  const rest = ids.slice(READ_MAX);
  return section(
    "Children",
    html`
      ${table({ label: "Children", columns: COLUMNS, rows, key: ({ id }) => id })}
      ${rest.length
        ? html`<p class="links">${rest.map((id) => html`${taskLink(id)} `)}</p>`
        : nothing}
    `,
    childrenPending
      ? chip({ name: "Not all created yet", tone: "wait" })
      : html`<span class="card-note">${count(ids.length)}, scheduled with its success</span>`,
  );
}

const absent = html`<span class="absent">–</span>`;

const COLUMNS = [
  { name: "Child", class: "number narrow", cell: ({ number }) => count(number) },
  { name: "Task", class: "id-cell", cell: ({ id }) => taskLink(id) },
  {
    name: "Status",
    cell: ({ task }) =>
      task ? taskChip(task) : html`<span class="absent">not visible</span>`,
  },
  { name: "Lambda", cell: ({ task }) => (task ? lambdaLink(task.lambda) : absent) },
  { name: "Due", cell: ({ task }) => when(task?.scheduledAt) },
  { name: "Finished", cell: ({ task }) => when(task?.finishedAt) },
];
