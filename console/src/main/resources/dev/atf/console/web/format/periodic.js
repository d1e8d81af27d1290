// Periodic tasks in words.

import { lengthOf } from "./time.js";

const OVERLAPS = {
  SKIP: "a fire is left out while the task before it runs",
  QUEUE_ONE: "one fire waits for the task before it",
  ALLOW: "tasks may run side by side",
};

const UNITS = { "1 s": "second", "1 min": "minute", "1 h": "hour", "1 d": "day" };

/** Such as "every 10 min". */
export const rhythmOf = ({ every }) => `every ${UNITS[lengthOf(every)] ?? lengthOf(every)}`;

export const overlapOf = (overlap) => OVERLAPS[overlap] ?? overlap;

/** What becomes of fires at whose time nobody was there. */
export function catchUpOf(catchUp) {
  switch (catchUp?.mode) {
    case "NONE":
      return "nothing is made up for";
    case "ALL":
      return `the latest ${catchUp.max} are made up for`;
    default:
      return "the latest is made up for";
  }
}

/** The state in a word, and the colour that goes with it. */
export const stateOf = ({ paused, nextFires }) =>
  paused
    ? { name: "Paused", tone: "warn" }
    : nextFires?.length
      ? { name: "Active", tone: "good" }
      : { name: "Ended", tone: "off" };

/** The fires to come: an answer tells some, and time goes on. */
export const comingOf = ({ nextFires = [] }, now = Date.now()) =>
  nextFires.filter(({ at }) => Date.parse(at) > now);

/** Left out by the overlap policy, and missed. */
export const leftOut = ({ skippedCount, missedCount }) =>
  Number(skippedCount ?? 0) + Number(missedCount ?? 0);
