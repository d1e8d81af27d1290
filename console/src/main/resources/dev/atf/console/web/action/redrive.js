// Dead letters get another life: one, some, or all that match.

import * as atf from "../api/atf.js";
import { many } from "../format/number.js";
import { ask } from "../view/dialog.js";
import { say } from "../view/say.js";

const PAGE = 100;

/** Those with these ids. */
export async function redriveChosen(lambda, ids) {
  const done = await ask({
    title: ids.length === 1 ? `Redrive task ${ids[0].slice(0, 8)}?` : `Redrive ${ids.length} tasks?`,
    text: "Its attempts are counted from the beginning again. Mend what the failure tells of first.",
    verb: "Redrive",
    act: async (values, tell, signal) => {
      const sum = { redriven: 0, refused: [] };
      for (let at = 0; at < ids.length && !signal.aborted; at += PAGE) {
        const page = await atf.redriveTasks(lambda, { taskIds: ids.slice(at, at + PAGE) });
        add(sum, page);
        tell({ done: sum.redriven, total: ids.length, word: "redriven" });
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

const present = (filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim()));

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
