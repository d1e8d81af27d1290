// Actions on one task. Each asks for confirmation. Unless stated otherwise, it returns whether
// anything was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { forInput, full, MINUTE, readersZone } from "../format/time.js";
import { statusOf } from "../format/status.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

const short = (task) => task.taskId.slice(0, 8);

export async function cancel(task) {
  const done = await ask({
    title: `Cancel task ${short(task)}?`,
    text:
      "A waiting task ends immediately. A running task is asked to stop with its next heartbeat; " +
      "its handler may finish before that.",
    fields: [{ name: "reason", label: "Reason", max: 200, hint: "Shown in the task's history." }],
    verb: "Cancel the task",
    danger: true,
    command: ({ reason }) => ["cancel", task.taskId, ...options({ "--reason": reason })],
    act: ({ reason }) => atf.cancelTask(task.taskId, reason),
  });
  if (done) {
    notify(
      done.cancelRequested && done.status !== "CANCELLED"
        ? "The task was asked to stop"
        : `The task is ${statusOf(done.status).name.toLowerCase()}`,
    );
  }
  return Boolean(done);
}

export async function kill(task) {
  const done = await ask({
    title: `Kill attempt ${task.attempt} of task ${short(task)}?`,
    text:
      "Its handler is stopped with the next heartbeat, and the attempt fails. The task continues " +
      "as after any failure: it is retried, or becomes a dead letter after its last attempt.",
    fields: [{ name: "reason", label: "Reason", max: 100, hint: "Shown in the task's history." }],
    verb: "Kill the attempt",
    danger: true,
    command: ({ reason }) => [
      "kill",
      task.taskId,
      ...options({ "--epoch": task.epoch, "--reason": reason }),
    ],
    act: ({ reason }) => atf.killAttempt(task.taskId, task.epoch, reason),
  });
  if (done) {
    notify(`Attempt ${done.attempt} will be killed`);
  }
  return Boolean(done);
}

export async function runNow(task) {
  const done = await ask({
    title: `Run task ${short(task)} now?`,
    text: "It becomes due now and does not wait for its time or its backoff.",
    verb: "Run now",
    command: () => ["run", task.taskId],
    act: () => atf.runTaskNow(task.taskId),
  });
  if (done) {
    notify("The task is due now");
  }
  return Boolean(done);
}

export async function reschedule(task) {
  const done = await ask({
    title: `Reschedule task ${short(task)}`,
    text: `It is due ${full(Date.parse(task.scheduledAt))}.`,
    fields: [
      {
        name: "scheduledAt",
        label: "New time",
        kind: "time",
        value: forInput(Date.now() + 10 * MINUTE),
        required: true,
        hint: `In your time zone, ${readersZone()}.`,
      },
    ],
    verb: "Reschedule",
    command: ({ scheduledAt }) => [
      "reschedule",
      task.taskId,
      ...options({ "--at": scheduledAt }),
    ],
    act: ({ scheduledAt }) => atf.rescheduleTask(task.taskId, scheduledAt),
  });
  if (done) {
    notify(`The task is due ${full(Date.parse(done.scheduledAt))}`);
  }
  return Boolean(done);
}

/** Schedules a copy of the task; returns the id of the new task, or null if nothing was done. */
export async function resubmit(task) {
  const key = `console-${task.taskId}-${Date.now()}`;
  const done = await ask({
    title: `Resubmit task ${short(task)}?`,
    text:
      "A new task with the same payload, priority, collection, labels and ordering key is " +
      "scheduled now. This task is not changed.",
    verb: "Resubmit",
    command: () => ["resubmit", task.taskId],
    act: () => atf.resubmitTask(task.taskId, key),
  });
  if (done) {
    notify(`New task ${done.taskId.slice(0, 8)} is scheduled`);
  }
  return done?.taskId ?? null;
}
