import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { redriveSelected } from "../action/redrive.js";
import { cancel, kill, reschedule, resubmit, runNow } from "../action/task.js";
import { bytes, count } from "../format/number.js";
import { isFinished, isRunning } from "../format/status.js";
import { SECOND } from "../format/time.js";
import { Children } from "../live/children.js";
import { Events } from "../live/events.js";
import { Log } from "../live/log.js";
import { Poll } from "../live/poll.js";
import { attemptsView, failureView } from "../view/attempts.js";
import { commandLog, isCommandResult } from "../view/command.js";
import { copyButton } from "../view/copy.js";
import { explanationView } from "../view/explanation.js";
import { childrenView, familyOf } from "../view/family.js";
import { filesView } from "../view/files.js";
import { keepScrolledToEnd, logView } from "../view/log.js";
import { chip, empty, facts, heading, lambdaLink, loading, section, taskChip, trouble, when } from "../view/parts.js";
import { Payload, payloadOf } from "../view/payload.js";
import { progressView } from "../view/progress.js";
import { timeline } from "../view/timeline.js";

const WHILE_ACTIVE = 2 * SECOND;
const WHEN_FINISHED = 15 * SECOND;

/** The page of a task: its state with an explanation, its history and its data. */
export function task({ name: id, redraw, failed, go }) {
  let shown = null;
  let explained = null;
  let due = 0;
  const children = new Children();
  const log = new Log(id);
  const payload = new Payload("payload", redraw);
  const result = new Payload("result", redraw);

  const poll = new Poll(async (signal) => {
    if (shown && isFinished(shown.status) && Date.now() < due) {
      return;
    }
    [shown, explained] = await Promise.all([atf.getTask(id, signal), atf.explainTask(id, signal)]);
    await children.read(shown.childTaskIds ?? [], signal);
    if (shown.attempt && !(log.complete && log.attempt === shown.attempt)) {
      await log.read(signal);
    }
    due = children.areActive ? 0 : Date.now() + WHEN_FINISHED;
  }, WHILE_ACTIVE, { redraw: () => keepScrolledToEnd(redraw), failed }).start();
  const refresh = () => {
    due = 0;
    poll.now();
  };
  const events = new Events({ taskId: id }, refresh).open();
  const act = (action) => async () => {
    if (await action()) {
      refresh();
    }
  };

  const toggleFollow = () => {
    log.following = !log.following;
    refresh();
  };

  const resubmitAndOpen = async () => {
    const created = await resubmit(shown);
    if (created) {
      go(`/console/tasks/${created}`);
    }
  };

  const content = () => {
    if (!shown) {
      return poll.error ? notThere(id, poll.error) : loading("the task");
    }
    return html`
      ${section("Explanation", explanationView(explained))}
      ${shown.progress !== undefined || shown.checkpointBytes
        ? section("Progress", progressOf(shown))
        : nothing}
      ${shown.failure ? section("Latest failure", failureView(shown.failure)) : nothing}
      <div class="two">
        <div class="stack">
          ${section("Timeline", timeline(shown.history ?? []))} ${outcome(shown, result)}
          ${section("Payload", payload.view(payloadOf(shown)))}
        </div>
        <div class="stack">${section("Facts", factsOf(shown, explained))}</div>
      </div>
      ${shown.attempt
        ? section("Log", logView(log, isRunning(shown.status), toggleFollow))
        : nothing}
      ${filesView(shown)} ${childrenView(shown, children)}
      ${section("Attempts", attemptsView(shown.history ?? []))}
    `;
  };

  return {
    title: () => `Task ${id.slice(0, 8)}`,
    view: () => html`
      <nav class="crumbs" aria-label="Where this is">
        <a href="/console/tasks${shown ? `?lambda=${shown.lambda}` : ""}">Tasks</a>
        ${shown ? html`<span aria-hidden="true">/</span> ${lambdaLink(shown.lambda)}` : nothing}
      </nav>
      <div class="page-head">
        ${heading(html`<span class="unseen">Task </span><span class="id">${id}</span>`)}
        ${copyButton(id, "Task id")} ${shown ? taskChip(shown) : nothing}
        ${shown?.cancelRequested && !isFinished(shown.status)
          ? chip({ name: "Asked to stop", tone: "warn" })
          : nothing}
        ${shown?.killRequested ? chip({ name: "To be killed", tone: "warn" }) : nothing}
        ${shown ? actions(shown, act, resubmitAndOpen) : nothing}
      </div>
      ${shown || !poll.error?.isNotFound ? trouble(poll.error) : nothing} ${content()}
    `,
    close() {
      poll.stop();
      events.close();
    },
  };
}

const notThere = (id, error) =>
  error.isNotFound || error.status === 400
    ? html`<div class="card">
        ${empty(
          "This task does not exist, or you are not allowed to see it",
          "A task id has 32 characters of 0-9 a-f. Finished tasks are stored for the retention of their lambda. List the tasks of a lambda:",
          "./atf list LAMBDA",
        )}
      </div>`
    : nothing;

/** Shows the actions that are possible in the current state of a task. */
function actions(task, act, resubmitAndOpen) {
  if (isFinished(task.status)) {
    return html`<div class="actions">
      ${task.status === "FATAL_FAILURE"
        ? html`<button type="button" @click=${act(() => redriveSelected([task]))}>
            Redrive …
          </button>`
        : nothing}
      ${task.job
        ? nothing
        : html`<button type="button" @click=${resubmitAndOpen}>Resubmit …</button>`}
    </div>`;
  }
  const waits = !isRunning(task.status);
  return html`<div class="actions">
    ${waits
      ? html`<button type="button" @click=${act(() => runNow(task))}>Run now …</button>
          <button type="button" @click=${act(() => reschedule(task))}>Reschedule …</button>`
      : html`<button type="button" class="danger-quiet" @click=${act(() => kill(task))}>
          Kill attempt …
        </button>`}
    <button type="button" class="danger-quiet" @click=${act(() => cancel(task))}>Cancel …</button>
  </div>`;
}

const progressOf = (task) => html`
  ${task.progress !== undefined ? progressView(task.progress) : nothing}
  ${task.checkpointBytes
    ? html`<p class="sub">
        A checkpoint of ${bytes(task.checkpointBytes)} is stored for the next attempt.
      </p>`
    : nothing}
`;

const factsOf = (task, explained) =>
  facts([
    ["Lambda", lambdaLink(task.lambda)],
    ["Priority", task.priority],
    task.condition && ["Waits for", task.condition],
    task.collection && ["Collection", task.collection],
    ...familyOf(task),
    ["Attempts started", `${count(task.attempt)} of ${count(explained.maxAttempts ?? 0)}`],
    ["Created", when(task.createdAt)],
    ["Due", when(task.scheduledAt)],
    task.startedAt && ["Latest attempt started", when(task.startedAt)],
    task.finishedAt && ["Finished", when(task.finishedAt)],
    task.nextTriggerAt && ["Next check", when(task.nextTriggerAt)],
    task.leaseUntil && ["Lease until", when(task.leaseUntil)],
    task.deadline && ["Expires", when(task.deadline)],
    task.executorId && ["Executor", html`<code>${task.executorId}</code>`],
    ["Fencing token", count(task.epoch)],
    ...Object.entries(task.labels ?? {}).map(([name, value]) => [`Label ${name}`, value]),
  ]);

function outcome(task, result) {
  if (isCommandResult(task.lambda, task.resultJson)) {
    return section("Output", commandLog(task.resultJson));
  }
  return task.status === "SUCCESS" ? section("Result", result.view(resultOf(task))) : nothing;
}

function resultOf(task) {
  if (task.resultJson !== undefined) {
    return { value: task.resultJson, contentType: "application/json" };
  }
  return task.resultData ? { data: task.resultData, contentType: "application/octet-stream" } : null;
}
