// One change of all tasks of a lambda that match a filter, page by page. Each asks first, and answers
// whether something was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { many } from "../format/number.js";
import { isNarrow, queryOf } from "../format/taskfilter.js";
import { ask } from "../view/dialog.js";
import { say } from "../view/say.js";

const PAGE = 500;

export const cancelAll = (asked) =>
  changeAll(asked, "cancel", {
    text: "Those that wait end at once. Those that run are asked to stop with their next heartbeat.",
    fields: [{ name: "reason", label: "Reason", max: 200, hint: "Shown in each task's history." }],
    verb: "Cancel all that match",
    danger: true,
    word: "cancelled",
  });

export const runAll = (asked) =>
  changeAll(asked, "run", {
    text: "They become due at once: they do not wait for their time, or for the end of their back-off.",
    verb: "Run all that match",
    word: "due now",
  });

export const resubmitAll = (asked) =>
  changeAll(asked, "resubmit", {
    text: "Each gets a new task that does the same; one that was resubmitted so before gets none.",
    verb: "Resubmit all that match",
    word: "resubmitted",
  });

async function changeAll(asked, change, { fields = [], text, verb, danger, word }) {
  const done = await ask({
    title: `${verb}?`,
    text: `All tasks of ${asked.lambda} that the filter of this page selects. ${text} What was done stays so when you stop.`,
    fields,
    verb,
    danger,
    command: ({ reason }) => [
      ...["bulk", change, asked.lambda],
      ...filterOptions(asked),
      ...options({ "--reason": reason }),
    ],
    act: async ({ reason }, tell, signal) => {
      const sum = { done: 0, refused: 0 };
      let pageToken = "";
      do {
        const page = await atf.changeTasks(asked.lambda, change, {
          filter: filterOf(asked),
          pageSize: PAGE,
          ...(pageToken ? { pageToken } : {}),
          ...(reason ? { reason } : {}),
        });
        sum.done += page.changed;
        sum.refused += page.refused;
        tell({ done: sum.done, word });
        pageToken = page.nextPageToken ?? "";
      } while (pageToken && !signal.aborted);
      return sum;
    },
  });
  if (done) {
    say(`${many(done.done, "task")} ${word}${done.refused ? `, ${done.refused} refused` : ""}`);
  }
  return Boolean(done);
}

const filterOf = (asked) =>
  Object.fromEntries(Object.entries(queryOf(asked)).filter(([, value]) => value?.length));

function filterOptions(asked) {
  const { state, ...others } = filterOf(asked);
  const named = Object.entries(others).map(([name, value]) => [`--${name}`, value]);
  return [
    ...options({ "--state": state, ...Object.fromEntries(named) }),
    ...(isNarrow(asked) || others.priority ? [] : ["--all"]),
  ];
}
