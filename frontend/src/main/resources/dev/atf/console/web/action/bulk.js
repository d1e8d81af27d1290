// One change of all tasks of a lambda that match a filter, page by page. Each counts first what it
// would do, asks, and answers whether something was done.

import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { count, many } from "../format/number.js";
import { isNarrow, queryOf, wordsOf } from "../format/taskfilter.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";
import { serverText } from "../view/servertext.js";

/** Tasks of one call; a redrive reads the payload of each. */
const PAGE = { redrive: 100, cancel: 500, run: 500, resubmit: 500 };

/** Beyond so many a count says "at least". */
const COUNTED_MAX = 10_000;

export const cancelAll = (asked) =>
  changeAll(asked, "cancel", {
    text: "Waiting tasks end immediately. Running tasks are asked to stop with their next heartbeat.",
    fields: [{ name: "reason", label: "Reason", max: 200, hint: "Shown in each task's history." }],
    verb: "Cancel all that match",
    danger: true,
    word: "cancelled",
  });

export const runAll = (asked) =>
  changeAll(asked, "run", {
    text: "They become due now and do not wait for their times or backoffs.",
    verb: "Run all that match",
    word: "due now",
  });

export const resubmitAll = (asked) =>
  changeAll(asked, "resubmit", {
    text: "A new task with the same payload is scheduled for each. Tasks that were already resubmitted this way are left unchanged.",
    verb: "Resubmit all that match",
    word: "resubmitted",
  });

export const redriveAll = (asked) =>
  changeAll(asked, "redrive", {
    text: "All attempts are allowed again. Fix the cause of the failure first.",
    verb: "Redrive all that match",
    word: "redriven",
  });

async function changeAll(asked, change, { fields = [], text, verb, danger, word }) {
  let counted;
  try {
    counted = await pages(asked, change, { dryRun: true }, (sum) => sum.examined < COUNTED_MAX);
  } catch (error) {
    notify(`The tasks could not be counted: ${error.message}`);
    return false;
  }
  const matching = counted.done + counted.leftAlone.reduce((sum, each) => sum + each.count, 0);
  const done = await ask({
    title: `${verb}?`,
    text: `${text} If you stop, finished changes stay.`,
    note: () => countView(asked, counted, matching, word),
    fields,
    verb,
    danger,
    command: ({ reason }) => [
      ...(change === "redrive" ? ["dead", "redrive"] : ["bulk", change]),
      asked.lambda,
      ...filterOptions(asked, change),
      ...options({ "--reason": reason }),
    ],
    act: ({ reason }, onProgress, signal) =>
      pages(asked, change, reason ? { reason } : {}, (sum) => {
        onProgress({ done: sum.done, total: counted.done, word });
        return !signal.aborted;
      }),
  });
  if (done) {
    const left = done.leftAlone.reduce((sum, each) => sum + each.count, 0);
    notify(`${many(done.done, "task")} ${word}${left ? `, ${count(left)} left unchanged` : ""}`);
  }
  return Boolean(done);
}

/** What the filter is, how many tasks match it, and why some of them would be left unchanged. */
const countView = (asked, counted, matching, word) => html`
  <p>
    Of <strong>${asked.lambda}</strong>, ${wordsOf(asked)}:
    <strong>${many(matching, "task")}${counted.more ? " at least" : ""}</strong>
    ${matching === 1 ? "matches" : "match"}, ${count(counted.done)} would be ${word}.
  </p>
  ${counted.leftAlone.length
    ? html`<ul class="left-alone">
        ${counted.leftAlone.map(
          (each) => html`<li>${count(each.count)} left unchanged: ${serverText(each.message)}</li>`,
        )}
      </ul>`
    : nothing}
`;

/**
 * Calls page after page of the same filter.
 *
 * @param goOn is given the sum so far; false ends it
 */
async function pages(asked, change, more, goOn) {
  const sum = { done: 0, examined: 0, leftAlone: [], more: false };
  let pageToken = "";
  do {
    const page = await atf.changeTasks(asked.lambda, change, {
      filter: filterOf(asked),
      pageSize: PAGE[change],
      ...(pageToken ? { pageToken } : {}),
      ...more,
    });
    sum.done += page.changed ?? page.redriven ?? 0;
    sum.examined += page.examined ?? 0;
    (page.leftAlone ?? []).forEach((each) => leaveAlone(sum.leftAlone, each));
    pageToken = page.nextPageToken ?? "";
  } while (goOn(sum) && pageToken);
  sum.more = Boolean(pageToken);
  return sum;
}

function leaveAlone(all, each) {
  const known = all.find(({ message }) => message === each.message);
  if (known) {
    known.count += each.count;
  } else {
    all.push({ ...each });
  }
}

const filterOf = (asked) =>
  Object.fromEntries(Object.entries(queryOf(asked)).filter(([, value]) => value?.length));

function filterOptions(asked, change) {
  const { state, ...others } = filterOf(asked);
  const named = Object.entries(others).map(([name, value]) => [`--${name}`, value]);
  return [
    ...(change === "redrive" ? [] : options({ "--state": state })),
    ...options(Object.fromEntries(named)),
    ...(isNarrow(asked) || others.priority ? [] : ["--all"]),
  ];
}
