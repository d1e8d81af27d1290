// Dead letters get another life: one, some, or all that match.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { present } from "../format/document.js";
import { many } from "../format/number.js";
import { ask } from "../view/dialog.js";
import { say } from "../view/say.js";

const PAGE = 100;

/** These tasks, of whatever lambdas. */
export async function redriveChosen(tasks) {
  const one = tasks.length === 1;
  const done = await ask({
    title: one ? `Redrive task ${tasks[0].taskId.slice(0, 8)}?` : `Redrive ${tasks.length} tasks?`,
    text: "Its attempts are counted from the beginning again. Mend the cause of the failure first.",
    verb: "Redrive",
    command: tasks.every(({ lambda }) => lambda === tasks[0].lambda)
      ? () => ["dead", "redrive", tasks[0].lambda, ...tasks.map(({ taskId }) => taskId)]
      : undefined,
    act: async (values, tell, signal) => {
      const sum = { redriven: 0, refused: [] };
      for (const [lambda, taskIds] of callsFor(tasks)) {
        if (signal.aborted) {
          break;
        }
        add(sum, await atf.redriveTasks(lambda, { taskIds }));
        tell({ done: sum.redriven, total: tasks.length, word: "redriven" });
      }
      if (!sum.redriven && sum.refused.length) {
        throw new Error(sum.refused[0].error?.message ?? "refused");
      }
      return sum;
    },
  });
  told(done);
  return Boolean(done);
}

/**
 * All of a lambda that match, page by page.
 *
 * @param dead how many there are, for the progress; may be too few
 */
export async function redriveAll(lambda, dead) {
  const done = await ask({
    title: `Redrive the dead letters of ${lambda}?`,
    text: `${many(dead, "task")} dead${dead >= 10_000 ? " at least" : ""}. What was redriven stays so when you stop; begin again for the rest.`,
    fields: [
      { name: "failureCode", label: "Only with the failure code", hint: "Empty: any." },
      { name: "collection", label: "Only of the collection", hint: "Empty: any." },
    ],
    verb: "Redrive all that match",
    command: ({ failureCode, collection }) => [
      ...["dead", "redrive", lambda, ...(failureCode || collection ? [] : ["--all"])],
      ...options({ "--code": failureCode, "--collection": collection }),
    ],
    act: async (filter, tell, signal) => {
      const sum = { redriven: 0, refused: [] };
      let pageToken = "";
      do {
        const page = await atf.redriveTasks(lambda, {
          ...present(filter),
          pageSize: PAGE,
          ...(pageToken ? { pageToken } : {}),
        });
        add(sum, page);
        tell({ done: sum.redriven, total: dead, word: "redriven" });
        pageToken = page.nextPageToken ?? "";
      } while (pageToken && !signal.aborted);
      return sum;
    },
  });
  told(done);
  return Boolean(done);
}

const idsOf = (tasks, lambda) =>
  tasks.filter((task) => task.lambda === lambda).map(({ taskId }) => taskId);

/** Lambdas and ids: a call for so many of one lambda. */
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

function told(done) {
  if (done) {
    const refused = done.refused.length ? `, ${done.refused.length} refused` : "";
    say(`${many(done.redriven, "task")} redriven${refused}`);
  }
}
