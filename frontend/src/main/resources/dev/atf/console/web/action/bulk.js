// Actions on all tasks of a lambda that match a filter. Each action counts what it would change,
// asks for confirmation, and makes the changes page by page. It returns whether anything was done.

import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { count, many } from "../format/number.js";
import { isNarrow, queryOf, wordsOf } from "../format/taskfilter.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";
import { serverText } from "../view/servertext.js";

/** Maximum number of tasks per call. It is lower for a redrive, which reads each payload. */
const PAGE = { redrive: 100, cancel: 500, run: 500, resubmit: 500 };

/** The count stops here, and is shown as "at least". */
const COUNTED_MAX = 10_000;

export const cancelAll = (filter) =>
  changeAll(filter, "cancel", {
    text: "Waiting tasks end immediately. Running tasks are asked to stop with their next heartbeat.",
    fields: [{ name: "reason", label: "Reason", max: 200, hint: "Shown in each task's history." }],
    verb: "Cancel all that match",
    danger: true,
    word: "cancelled",
  });

export const runAll = (filter) =>
  changeAll(filter, "run", {
    text: "They become due now and do not wait for their times or backoffs.",
    verb: "Run all that match",
    word: "due now",
  });

export const resubmitAll = (filter) =>
  changeAll(filter, "resubmit", {
    text: "A new task with the same payload is scheduled for each. Tasks that were already resubmitted this way are left unchanged.",
    verb: "Resubmit all that match",
    word: "resubmitted",
  });

export const redriveAll = (filter) =>
  changeAll(filter, "redrive", {
    text: "All attempts are allowed again. Fix the cause of the failure first.",
    verb: "Redrive all that match",
    word: "redriven",
  });

async function changeAll(filter, change, { fields = [], text, verb, danger, word }) {
  let counted;
  try {
    counted = await pages(filter, change, { dryRun: true }, (sum) => sum.examined < COUNTED_MAX);
  } catch (error) {
    notify(`The tasks could not be counted: ${error.message}`);
    return false;
  }
  const matching = counted.done + counted.leftAlone.reduce((sum, each) => sum + each.count, 0);
  const done = await ask({
    title: `${verb}?`,
    text: `${text} If you stop, finished changes stay.`,
    note: () => countView(filter, counted, matching, word),
    fields,
    verb,
    danger,
    command: ({ reason }) => [
      ...(change === "redrive" ? ["dead", "redrive"] : ["bulk", change]),
      filter.lambda,
      ...filterOptions(filter, change),
      ...options({ "--reason": reason }),
    ],
    act: ({ reason }, onProgress, signal) =>
      pages(filter, change, reason ? { reason } : {}, (sum) => {
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

/** Shows the filter, how many tasks match it, and why some would be left unchanged. */
const countView = (filter, counted, matching, word) => html`
  <p>
    Of <strong>${filter.lambda}</strong>, ${wordsOf(filter)}:
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
 * Makes a change to the tasks that match the filter, page by page.
 *
 * @param more further fields of each request
 * @param shouldContinue gets the sum so far after each page; if it returns false, no call follows
 */
async function pages(filter, change, more, shouldContinue) {
  const sum = { done: 0, examined: 0, leftAlone: [], more: false };
  let pageToken = "";
  do {
    const page = await atf.changeTasks(filter.lambda, change, {
      filter: filterOf(filter),
      pageSize: PAGE[change],
      ...(pageToken ? { pageToken } : {}),
      ...more,
    });
    sum.done += page.changed ?? page.redriven ?? 0;
    sum.examined += page.examined ?? 0;
    (page.leftAlone ?? []).forEach((each) => addLeftAlone(sum.leftAlone, each));
    pageToken = page.nextPageToken ?? "";
  } while (shouldContinue(sum) && pageToken);
  sum.more = Boolean(pageToken);
  return sum;
}

function addLeftAlone(all, each) {
  const known = all.find(({ message }) => message === each.message);
  if (known) {
    known.count += each.count;
  } else {
    all.push({ ...each });
  }
}

const filterOf = (filter) =>
  Object.fromEntries(Object.entries(queryOf(filter)).filter(([, value]) => value?.length));

function filterOptions(filter, change) {
  const { state, ...others } = filterOf(filter);
  const named = Object.entries(others).map(([name, value]) => [`--${name}`, value]);
  return [
    ...(change === "redrive" ? [] : options({ "--state": state })),
    ...options(Object.fromEntries(named)),
    ...(isNarrow(filter) || others.priority ? [] : ["--all"]),
  ];
}
