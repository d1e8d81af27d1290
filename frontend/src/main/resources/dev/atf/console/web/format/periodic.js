// Periodic tasks in words.

import { lengthOf } from "./time.js";

const OVERLAPS = {
  SKIP: "skip a run while the previous one is active",
  QUEUE_ONE: "one run waits for the previous one",
  ALLOW: "runs may overlap",
};

const UNITS = { "1 s": "second", "1 min": "minute", "1 h": "hour", "1 d": "day" };

/** Such as "every 10 min". */
export const intervalText = ({ every }) => `every ${UNITS[lengthOf(every)] ?? lengthOf(every)}`;

export const overlapOf = (overlap) => OVERLAPS[overlap] ?? overlap;

/** What becomes of fires at whose time nobody was there. */
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

/** The state in a word, and the colour that goes with it. */
export const stateOf = ({ unreadable, paused, nextFires }) =>
  paused
    ? { name: "Paused", tone: "warn" }
    : unreadable
      ? { name: "Unreadable", tone: "bad" }
      : nextFires?.length
        ? { name: "Active", tone: "good" }
        : { name: "Ended", tone: "off" };

/** The fires to come: an answer tells some, and time goes on. */
export const upcomingFires = ({ nextFires = [] }, now = Date.now()) =>
  nextFires.filter(({ at }) => Date.parse(at) > now);

/** Left out by the overlap policy, and missed. */
export const skippedOrMissed = ({ skippedCount, missedCount }) =>
  Number(skippedCount ?? 0) + Number(missedCount ?? 0);
