// Actions on the selected tasks of a list, with one call for each task. Each action asks for
// confirmation, and returns whether anything was done.

import * as atf from "../api/atf.js";
import { many } from "../format/number.js";
import { refusedWords } from "../format/refused.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

export async function cancelSelected(tasks) {
  const done = await ask({
    title: `Cancel ${many(tasks.length, "task")}?`,
    text: "Waiting tasks end immediately. Running tasks are asked to stop with their next heartbeat; a handler may finish before that.",
    fields: [{ name: "reason", label: "Reason", max: 200, hint: "Shown in each task's history." }],
    verb: "Cancel the tasks",
    danger: true,
    act: ({ reason }, onProgress, signal) => {
      const cancel = ({ taskId }) => atf.cancelTask(taskId, reason);
      return forEach(tasks, cancel, "cancelled", onProgress, signal);
    },
  });
  return notifyResult(done, "cancelled");
}

export async function runSelected(tasks) {
  const done = await ask({
    title: `Run ${many(tasks.length, "task")} now?`,
    text: "They become due now and do not wait for their times or backoffs.",
    verb: "Run now",
    act: (values, onProgress, signal) =>
      forEach(tasks, ({ taskId }) => atf.runTaskNow(taskId), "due now", onProgress, signal),
  });
  return notifyResult(done, "due now");
}

/** Makes the call for each task. A refused call does not stop the others. */
async function forEach(tasks, call, word, onProgress, signal) {
  const sum = { done: 0, refused: [] };
  for (const task of tasks) {
    if (signal.aborted) {
      break;
    }
    try {
      await call(task);
      sum.done++;
    } catch (error) {
      sum.refused.push(error);
    }
    onProgress({ done: sum.done, total: tasks.length, word });
  }
  if (!sum.done && sum.refused.length) {
    throw sum.refused[0];
  }
  return sum;
}

function notifyResult(sum, word) {
  if (sum) {
    const refused = refusedWords(sum.refused.map(({ message }) => message));
    notify(`${many(sum.done, "task")} ${word}${refused}`);
  }
  return Boolean(sum);
}
