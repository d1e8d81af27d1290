import { html, nothing } from "../lib.js";
import { upcomingFires } from "../format/periodic.js";
import { statusOf } from "../format/status.js";
import { calendarIn, haveSeconds, length } from "../format/time.js";
import { chip, onDay, statusChip, taskLink, when } from "./parts.js";
import { table } from "./table.js";

/** Shows the next fires, in the reader's zone and, if it is different, in the schedule's zone. */
export function nextFires(periodic) {
  const { schedule } = periodic;
  const fires = upcomingFires(periodic);
  const seconds = haveSeconds(fires.map(({ at }) => Date.parse(at)));
  return html`<ol class="next-fires">
    ${fires.map(({ at, dueAt }) => {
      const there = schedule.timeZone && calendarIn(schedule.timeZone, Date.parse(at));
      return html`<li>
        ${onDay(at, { seconds })}
        <span class="sub">${there ?? ""} ${delayOf(at, dueAt)}</span>
        ${when(at)}
      </li>`;
    })}
  </ol>`;
}

/** Notes about fires that the schedule did not cause. */
const BY_HAND = { TRIGGER: ", triggered by hand", BACKFILL: ", backfilled" };

/** Why a fire has no task. */
const NO_TASK = {
  OVERLAP: { name: "Skipped", tone: "warn", why: "the previous run was still active" },
  MISSED: { name: "Missed", tone: "warn", why: "no store consumer was running" },
  PAUSED: { name: "Paused", tone: "off", why: "the periodic task was paused" },
  NOT_YET: statusOf("NEW"),
};

const UNKNOWN = { name: "No task", tone: "off", why: "the reason is no longer stored" };

/**
 * Shows past fires with the status of their tasks.
 *
 * @param since the start of the list; empty: the creation of the periodic task
 */
export function firesTable(fires, { schedule, createdAt }, { since }) {
  if (!fires.length) {
    return html`<p class="quiet-text">
      ${since ? html`None since ${onDay(since)}.` : html`None yet since it was created, ${when(createdAt)}.`}
    </p>`;
  }
  const seconds = haveSeconds(fires.map(({ at }) => Date.parse(at)));
  const columns = [
    {
      name: "Run",
      cell: ({ at, cause }) =>
        html`${onDay(at, { seconds })} <span class="sub">${when(at)}${BY_HAND[cause] ?? ""}</span>`,
    },
    {
      name: "Task",
      class: "id-cell",
      cell: ({ taskId, status }) =>
        status ? taskLink(taskId) : html`<span class="absent">–</span>`,
    },
    {
      name: "Status",
      cell: ({ status, noTask }) => {
        const none = NO_TASK[noTask] ?? UNKNOWN;
        return status
          ? statusChip(status)
          : html`${chip(none)} <span class="sub">${none.why ?? ""}</span>`;
      },
    },
    schedule.jitter && {
      name: "Due",
      cell: ({ at, dueAt }) => delayOf(at, dueAt) || "immediately",
    },
    {
      name: "Ended after",
      class: "number",
      cell: ({ dueAt, finishedAt }) =>
        finishedAt
          ? length(Math.max(0, Date.parse(finishedAt) - Date.parse(dueAt)))
          : html`<span class="absent">–</span>`,
    },
  ].filter(Boolean);
  return html`
    ${table({ label: "Runs", columns, rows: fires, key: ({ taskId }) => taskId })}
    ${fires.every(({ status }) => status)
      ? nothing
      : html`<p class="sub">
          A backfill creates the tasks of runs that have none.
        </p>`}
  `;
}

/** Returns how long jitter delays the task of a fire; empty if it does not. */
function delayOf(at, dueAt) {
  const jitter = Date.parse(dueAt) - Date.parse(at);
  return jitter ? `+${length(jitter)}` : "";
}
