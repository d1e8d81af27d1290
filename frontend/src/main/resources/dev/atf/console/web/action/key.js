// Actions on a held ordering key. Each asks for confirmation, and returns whether anything was
// done.

import * as atf from "../api/atf.js";
import { withNames } from "../format/command.js";
import { isCountCapped } from "../format/key.js";
import { count } from "../format/number.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

const short = ({ holderTaskId }) => holderTaskId.slice(0, 8);

export async function retryHead(key) {
  const done = await ask({
    title: `Retry task ${short(key)}?`,
    text: "It is retried with all its attempts, before the waiting tasks. Fix the cause of the failure first.",
    verb: "Retry",
    command: () =>
      withNames(["keys", "retry"], [key.lambda, key.key], { "--task": key.holderTaskId }),
    act: () => atf.retryHead(key.lambda, key.key, key.holderTaskId),
  });
  if (done) {
    notify("The task is retried");
  }
  return Boolean(done);
}

export async function skipHead(key) {
  const done = await ask({
    title: `Skip task ${short(key)}?`,
    text:
      `${waiting(key)} The failed task stays a dead letter. It cannot be retried in order afterwards, because ` +
      "later tasks of the key will have run.",
    verb: "Skip the task",
    danger: true,
    command: () =>
      withNames(["keys", "skip"], [key.lambda, key.key], { "--task": key.holderTaskId }),
    act: () => atf.skipHead(key.lambda, key.key, key.holderTaskId),
  });
  if (done) {
    notify("The key continues");
  }
  return Boolean(done);
}

function waiting({ waiting: n = 0 }) {
  if (!n) {
    return "The next task of the key can run immediately.";
  }
  return n === 1
    ? "The waiting task runs."
    : `The ${isCountCapped(n) ? "thousands of" : count(n)} waiting tasks run, one at a time.`;
}
