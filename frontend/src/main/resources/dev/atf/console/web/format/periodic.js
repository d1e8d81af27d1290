// Describes periodic tasks and their policies in words.

import { lengthOf } from "./time.js";

const OVERLAPS = {
  SKIP: "skip a run while the previous one is active",
  QUEUE_ONE: "one run waits for the previous one",
  ALLOW: "runs may overlap",
};

const UNITS = { "1 s": "second", "1 min": "minute", "1 h": "hour", "1 d": "day" };

/** Returns the interval of a schedule, such as "every 10 min". */
export const intervalText = ({ every }) => `every ${UNITS[lengthOf(every)] ?? lengthOf(every)}`;

export const overlapOf = (overlap) => OVERLAPS[overlap] ?? overlap;

/** Describes how missed fires are handled. */
export function catchUpOf(catchUp) {
  switch (catchUp?.mode) {
    case "NONE":
      return "no missed run is caught up";
    case "ALL":
      return `the latest ${catchUp.max} missed runs are caught up`;
    default:
      return "only the latest missed run is caught up";
  }
}

/** Returns the name and the colour of the state. */
export const stateOf = ({ unreadable, paused, nextFires }) =>
  paused
    ? { name: "Paused", tone: "warn" }
    : unreadable
      ? { name: "Unreadable", tone: "bad" }
      : nextFires?.length
        ? { name: "Active", tone: "good" }
        : { name: "Ended", tone: "off" };

/** Returns the fires of a response that are still in the future. */
export const upcomingFires = ({ nextFires = [] }, now = Date.now()) =>
  nextFires.filter(({ at }) => Date.parse(at) > now);

/** Counts the fires without a task: skipped by the overlap policy, or missed. */
export const skippedOrMissed = ({ skippedCount, missedCount }) =>
  Number(skippedCount ?? 0) + Number(missedCount ?? 0);
