import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { cancel, hold, patch, resume, retry, skip } from "../action/job.js";
import { goalOf, isJobEnded, jobStatusOf, shareOf, stepStatusOf, unitsOf } from "../format/job.js";
import { count } from "../format/number.js";
import { SECOND } from "../format/time.js";
import { Poll } from "../live/poll.js";
import { graph } from "../view/graph.js";
import { chip, facts, heading, lambdaLink, loading, section, taskLink, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";

const WHILE_ACTIVE = 2 * SECOND;

/** Statuses of steps that wait for an operator. */
const STUCK = new Set(["STEP_FAILED", "STEP_HELD", "STEP_COMPENSATION_FAILED"]);

/** The page of a job: its graph with live states, and actions. */
export function job({ name: lambda, inner: id, redraw, failed }) {
  let shown = null;
  const poll = new Poll(async (signal) => {
    shown = await atf.getJob(lambda, id, signal);
  }, WHILE_ACTIVE, { redraw, failed }).start();
  const act = (action) => async () => {
    if (await action()) {
      poll.now();
    }
  };

  return {
    title: () => `Job ${id}`,
    view: () => html`
      <nav class="crumbs" aria-label="Where this is">
        <a href="/console/jobs?lambda=${lambda}">Jobs</a>
        <span aria-hidden="true">/</span> ${lambdaLink(lambda)}
      </nav>
      <div class="page-head">
        ${heading(html`<span class="unseen">Job </span>${id}`)}
        ${shown ? chip(jobStatusOf(shown.status), shown.status) : nothing}
        ${shown ? actions(shown, act) : nothing}
      </div>
      ${trouble(poll.error)}
      ${shown ? content(shown, act) : poll.error ? nothing : loading("the job")}
    `,
    close: () => poll.stop(),
  };
}

function actions(shown, act) {
  const stuck = shown.steps?.some((step) => unitsOf(step).some(({ status }) => STUCK.has(status)));
  return html`<div class="actions">
    ${stuck
      ? html`<button type="button" class="primary" @click=${act(() => retry(shown))}>
          Retry what failed …
        </button>`
      : nothing}
    ${isJobEnded(shown.status)
      ? nothing
      : html`${shown.heldByOperator
            ? html`<button type="button" @click=${act(() => resume(shown))}>Resume …</button>`
            : html`<button type="button" @click=${act(() => hold(shown))}>Hold …</button>`}
          <button type="button" class="danger-quiet" @click=${act(() => cancel(shown))}>
            Cancel …
          </button>`}
  </div>`;
}

function content(shown, act) {
  const steps = shown.steps ?? [];
  return html`
    ${steps.length ? section("Steps", graph("Graph of the steps", steps.map(node))) : nothing}
    ${section("Facts", factsOf(shown))}
    ${section(
      "Each step",
      table({
        label: "Each step",
        columns: columns(shown, act),
        rows: steps,
        key: (step) => step.name,
      }),
    )}
  `;
}

function node(step) {
  const status = stepStatusOf(step.status);
  const share = shareOf(step);
  return {
    name: step.name,
    after: step.after ?? [],
    title: `${step.name}: ${status.name}${share ? `, ${share}` : ""}`,
    note: share || (step.status === "STEP_PENDING" ? "" : status.name),
    tone: status.tone,
    href: `#step-${step.name}`,
  };
}

const factsOf = (shown) =>
  facts([
    ["Goal", goalOf(shown.goal)],
    shown.cause && ["Caused by step", html`<a href="#step-${shown.cause}">${shown.cause}</a>`],
    shown.heldByOperator && ["Held", "by an operator"],
    Number(shown.rounds) > 1 && ["Round", `${shown.round} of ${shown.rounds}`],
    ["Steps", count(shown.stepCount ?? 0)],
    ["Submitted", when(shown.createdAt)],
  ]);

const columns = (shown, act) => [
  { name: "Step", cell: (step) => html`<span id="step-${step.name}">${step.name}</span>` },
  { name: "Status", cell: (step) => chip(stepStatusOf(step.status), step.status) },
  { name: "Lambda", cell: (step) => lambdaLink(step.lambda) },
  { name: "After", class: "wide", cell: (step) => (step.after ?? []).join(", ") || "–" },
  { name: "Tasks", class: "wide", cell: tasks },
  {
    name: "Tries",
    class: "number",
    cell: (step) => count(Math.max(0, ...unitsOf(step).map((unit) => unit.tries ?? 0))),
  },
  { name: "Action", cell: (step) => stepActions(shown, step, act) },
];

const TASKS_SHOWN = 8;

function tasks(step) {
  const units = unitsOf(step).filter(({ taskId }) => taskId);
  if (!units.length) {
    return html`<span class="absent">–</span>`;
  }
  return html`${units
      .slice(0, TASKS_SHOWN)
      .map(
        (unit) =>
          html`${taskLink(unit.taskId)}
          ${unit.compensationTaskId ? html`(reverted by ${taskLink(unit.compensationTaskId)})` : nothing} `,
      )}
    ${units.length > TASKS_SHOWN
      ? html`<span class="sub">and ${count(units.length - TASKS_SHOWN)} more</span>`
      : nothing}`;
}

function stepActions(shown, step, act) {
  if (isJobEnded(shown.status) && shown.status !== "JOB_FAILED") {
    return nothing;
  }
  const stuck = unitsOf(step).some(({ status }) => STUCK.has(status));
  return html`
    ${stuck
      ? html`<button type="button" class="quiet" @click=${act(() => retry(shown, step.name))}>
            Retry …
          </button>
          <button type="button" class="quiet" @click=${act(() => patch(shown, step.name))}>
            Input …
          </button>`
      : nothing}
    ${stuck || step.status === "STEP_PENDING"
      ? html`<button type="button" class="quiet" @click=${act(() => skip(shown, step.name))}>
          Skip …
        </button>`
      : nothing}
  `;
}
