// What people do about a held ordering key. Each asks first, and answers whether something was done.

import * as atf from "../api/atf.js";
import { isCountedOut } from "../format/key.js";
import { many } from "../format/number.js";
import { ask } from "../view/dialog.js";
import { say } from "../view/say.js";

const short = ({ holderTaskId }) => holderTaskId.slice(0, 8);

export async function retryHead(key) {
  const done = await ask({
    title: `Retry task ${short(key)}?`,
    text: "It is tried again, with all its attempts. Those that wait stay behind it. Mend the cause of the failure first.",
    verb: "Retry",
    command: () => ["keys", "retry", key.lambda, key.key, "--task", key.holderTaskId],
    act: () => atf.retryHead(key.lambda, key.key, key.holderTaskId),
  });
  if (done) {
    say("The task is tried again");
  }
  return Boolean(done);
}

export async function skipHead(key) {
  const done = await ask({
    title: `Skip task ${short(key)}?`,
    text:
      `${waiting(key)} The failed task stays as it is, a dead letter, and is not tried again: ` +
      "later tasks of the key have run by then.",
    verb: "Skip the task",
    danger: true,
    command: () => ["keys", "skip", key.lambda, key.key, "--task", key.holderTaskId],
    act: () => atf.skipHead(key.lambda, key.key, key.holderTaskId),
  });
  if (done) {
    say("The key goes on");
  }
  return Boolean(done);
}

function waiting({ waiting: n = 0 }) {
  if (!n) {
    return "The next task of the key runs at once.";
  }
  return n === 1
    ? "The task that waits runs."
    : `The ${isCountedOut(n) ? "thousands of tasks" : many(n, "task")} that wait run, one after the other.`;
}
