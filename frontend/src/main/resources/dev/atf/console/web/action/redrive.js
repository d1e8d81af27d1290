// Redrives the selected dead letters.

import * as atf from "../api/atf.js";
import { many } from "../format/number.js";
import { refusedWords } from "../format/refused.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

const PAGE = 100;

/** Redrives tasks, which may belong to several lambdas; returns whether anything was done. */
export async function redriveSelected(tasks) {
  const one = tasks.length === 1;
  const done = await ask({
    title: one ? `Redrive task ${tasks[0].taskId.slice(0, 8)}?` : `Redrive ${tasks.length} tasks?`,
    text: "All attempts are allowed again. Fix the cause of the failure first.",
    verb: "Redrive",
    command: tasks.every(({ lambda }) => lambda === tasks[0].lambda)
      ? () => ["dead", "redrive", tasks[0].lambda, ...tasks.map(({ taskId }) => taskId)]
      : undefined,
    act: async (values, onProgress, signal) => {
      const sum = { redriven: 0, refused: [] };
      for (const [lambda, taskIds] of callsFor(tasks)) {
        if (signal.aborted) {
          break;
        }
        add(sum, await atf.redriveTasks(lambda, { taskIds }));
        onProgress({ done: sum.redriven, total: tasks.length, word: "redriven" });
      }
      if (!sum.redriven && sum.refused.length) {
        throw new Error(sum.refused[0].error?.message ?? "refused");
      }
      return sum;
    },
  });
  notifyResult(done);
  return Boolean(done);
}

const idsOf = (tasks, lambda) =>
  tasks.filter((task) => task.lambda === lambda).map(({ taskId }) => taskId);

/** Splits the tasks into calls: [lambda, ids], with at most PAGE ids of one lambda. */
function callsFor(tasks) {
  return [...new Set(tasks.map(({ lambda }) => lambda))].flatMap((lambda) => {
    const ids = idsOf(tasks, lambda);
    const calls = Math.ceil(ids.length / PAGE);
    return Array.from({ length: calls }, (_, i) => [lambda, ids.slice(i * PAGE, (i + 1) * PAGE)]);
  });
}

function add(sum, page) {
  sum.redriven += page.redriven;
  sum.refused.push(...(page.refused ?? []));
}

function notifyResult(done) {
  if (done) {
    const refused = refusedWords(done.refused.map(({ error }) => error?.message));
    notify(`${many(done.redriven, "task")} redriven${refused}`);
  }
}
