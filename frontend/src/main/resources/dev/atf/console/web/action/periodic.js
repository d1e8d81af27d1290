// Actions on one periodic task. Each asks for confirmation. Unless stated otherwise, it returns
// whether anything was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { many } from "../format/number.js";
import { DAY, forInput, MINUTE, readersZone, SECOND } from "../format/time.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

export async function pause({ lambda, name }) {
  const done = await ask({
    title: `Pause ${name}?`,
    text: "It creates no tasks until it is resumed, and runs during the pause are not caught up. Existing tasks are not changed.",
    verb: "Pause",
    command: () => ["periodic", "pause", lambda, name],
    act: () => atf.pausePeriodic(lambda, name),
  });
  return notifyDone(done, `${name} is paused`);
}

export async function resume({ lambda, name }) {
  const done = await ask({
    title: `Resume ${name}?`,
    text: "It runs again from its next time on. To create tasks for the runs during the pause, use Backfill.",
    verb: "Resume",
    command: () => ["periodic", "resume", lambda, name],
    act: () => atf.resumePeriodic(lambda, name),
  });
  return notifyDone(done, `${name} runs again`);
}

export async function remove({ lambda, name }) {
  const done = await ask({
    title: `Delete ${name}?`,
    text: "It creates no more tasks, and its history is deleted. Existing tasks are not changed.",
    verb: "Delete",
    danger: true,
    command: () => ["periodic", "delete", lambda, name],
    act: () => atf.deletePeriodic(lambda, name).then(() => true),
  });
  return notifyDone(done, `${name} is deleted`);
}

/** @returns the id of the new task; undefined if nothing was done */
export async function trigger({ lambda, name }) {
  const done = await ask({
    title: `Trigger ${name} now?`,
    text: "One task is created now, in addition to the schedule, even if another one is running.",
    verb: "Trigger",
    command: () => ["periodic", "trigger", lambda, name],
    act: () => atf.triggerPeriodic(lambda, name),
  });
  notifyDone(done, `Task ${done?.taskId.slice(0, 8)} is created`);
  return done?.taskId;
}

/**
 * Creates the missing tasks of a time range, page by page.
 *
 * @returns {made, existing, from}: the number of tasks that were created, the number that existed
 *   already, and the start of the range; undefined if nothing was done
 */
export async function backfill({ lambda, name, createdAt }) {
  const now = Date.now();
  const done = await ask({
    title: `Backfill ${name}`,
    text: "Creates the missing tasks of this range: for runs that were skipped or missed, and for times before the periodic task was created. The tasks are due immediately, and may run at the same time.",
    fields: [
      {
        name: "from",
        label: "From",
        kind: "time",
        value: forInput(Math.max(now - DAY, Math.ceil(Date.parse(createdAt) / SECOND) * SECOND)),
        required: true,
        hint: `In your time zone, ${readersZone()}.`,
      },
      {
        name: "until",
        label: "Until, exclusive",
        kind: "time",
        value: forInput(now - MINUTE),
        required: true,
        hint: "Not after now.",
      },
    ],
    verb: "Create the tasks",
    command: ({ from, until }) => [
      "periodic",
      "backfill",
      lambda,
      name,
      ...options({ "--from": from, "--until": until }),
    ],
    act: async ({ from, until }, onProgress, signal) => {
      const sum = { made: 0, existing: 0, from };
      let range = { from, until };
      do {
        const page = await atf.backfillPeriodic(lambda, name, range);
        sum.made += page.fires?.length ?? 0;
        sum.existing += page.existing ?? 0;
        onProgress({ done: sum.made, word: "created" });
        range = page.nextFrom ? { ...range, from: page.nextFrom } : null;
      } while (range && !signal.aborted);
      return sum;
    },
  });
  notifyDone(
    done,
    `${many(done?.made, "task")} created${done?.existing ? `, ${done.existing} existed already` : ""}`,
  );
  return done;
}

function notifyDone(done, text) {
  if (done) {
    notify(text);
  }
  return Boolean(done);
}
