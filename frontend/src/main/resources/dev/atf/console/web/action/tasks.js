// What people do to chosen tasks of a list, a call each. Each asks first, and answers whether
// something was done.

import * as atf from "../api/atf.js";
import { many } from "../format/number.js";
import { refusedWords } from "../format/refused.js";
import { ask } from "../view/dialog.js";
import { say } from "../view/say.js";

export async function cancelChosen(tasks) {
  const done = await ask({
    title: `Cancel ${many(tasks.length, "task")}?`,
    text: "Waiting tasks end immediately. Running tasks are asked to stop with their next heartbeat; a handler may finish before that.",
    fields: [{ name: "reason", label: "Reason", max: 200, hint: "Shown in each task's history." }],
    verb: "Cancel the tasks",
    danger: true,
    act: ({ reason }, tell, signal) =>
      forEach(tasks, ({ taskId }) => atf.cancelTask(taskId, reason), "cancelled", tell, signal),
  });
  return told(done, "cancelled");
}

export async function runChosen(tasks) {
  const done = await ask({
    title: `Run ${many(tasks.length, "task")} now?`,
    text: "They become due now and do not wait for their times or backoffs.",
    verb: "Run now",
    act: (values, tell, signal) =>
      forEach(tasks, ({ taskId }) => atf.runTaskNow(taskId), "due now", tell, signal),
  });
  return told(done, "due now");
}

/** Calls for each task; a refusal of one does not stop the others. */
async function forEach(tasks, call, word, tell, signal) {
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
    tell({ done: sum.done, total: tasks.length, word });
  }
  if (!sum.done && sum.refused.length) {
    throw sum.refused[0];
  }
  return sum;
}

function told(sum, word) {
  if (sum) {
    const refused = refusedWords(sum.refused.map(({ message }) => message));
    say(`${many(sum.done, "task")} ${word}${refused}`);
  }
  return Boolean(sum);
}
