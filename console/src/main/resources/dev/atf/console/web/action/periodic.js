// What people do to one periodic task. Each asks first, and answers what was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { many } from "../format/number.js";
import { DAY, forInput, MINUTE, readersZone } from "../format/time.js";
import { ask } from "../view/dialog.js";
import { say } from "../view/say.js";

export async function pause({ lambda, name }) {
  const done = await ask({
    title: `Pause ${name}?`,
    text: "It does not run until it is resumed, and runs that the pause prevents are not caught up. Tasks that were made are not touched.",
    verb: "Pause",
    command: () => ["periodic", "pause", lambda, name],
    act: () => atf.pausePeriodic(lambda, name),
  });
  return told(done, `${name} is paused`);
}

export async function resume({ lambda, name }) {
  const done = await ask({
    title: `Resume ${name}?`,
    text: "It runs again from its next time on. Runs of the pause can be made by a backfill.",
    verb: "Resume",
    command: () => ["periodic", "resume", lambda, name],
    act: () => atf.resumePeriodic(lambda, name),
  });
  return told(done, `${name} runs again`);
}

export async function remove({ lambda, name }) {
  const done = await ask({
    title: `Delete ${name}?`,
    text: "It makes no more tasks, and its history is gone. Tasks that were made are not touched.",
    verb: "Delete",
    danger: true,
    command: () => ["periodic", "delete", lambda, name],
    act: () => atf.deletePeriodic(lambda, name).then(() => true),
  });
  return told(done, `${name} is deleted`);
}

/** @returns the id of the task; undefined if nothing was done */
export async function trigger({ lambda, name }) {
  const done = await ask({
    title: `Trigger ${name} now?`,
    text: "One task is made at once, besides the schedule, also while another one runs.",
    verb: "Trigger",
    command: () => ["periodic", "trigger", lambda, name],
    act: () => atf.triggerPeriodic(lambda, name),
  });
  told(done, `Task ${done?.taskId.slice(0, 8)} was made`);
  return done?.taskId;
}

/**
 * A range of past fires, call by call.
 *
 * @returns {made, existing, from}; undefined if nothing was done
 */
export async function backfill({ lambda, name, createdAt }) {
  const now = Date.now();
  const done = await ask({
    title: `Backfill ${name}`,
    text: "Makes the tasks of the runs in this range that have none: skipped or missed ones, and those before it was created. They are due at once, and run side by side.",
    fields: [
      {
        name: "from",
        label: "From",
        kind: "time",
        value: forInput(Math.max(now - DAY, Date.parse(createdAt))),
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
    verb: "Make the tasks",
    command: ({ from, until }) => [
      "periodic",
      "backfill",
      lambda,
      name,
      ...options({ "--from": from, "--until": until }),
    ],
    act: async ({ from, until }, tell, signal) => {
      const sum = { made: 0, existing: 0, from };
      let range = { from, until };
      do {
        const page = await atf.backfillPeriodic(lambda, name, range);
        sum.made += page.fires?.length ?? 0;
        sum.existing += page.existing ?? 0;
        tell({ done: sum.made, word: "made" });
        range = page.nextFrom ? { ...range, from: page.nextFrom } : null;
      } while (range && !signal.aborted);
      return sum;
    },
  });
  told(
    done,
    `${many(done?.made, "task")} made${done?.existing ? `, ${done.existing} were there already` : ""}`,
  );
  return done;
}

function told(done, text) {
  if (done) {
    say(text);
  }
  return Boolean(done);
}
