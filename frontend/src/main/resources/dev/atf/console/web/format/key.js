// Names and colours for the states of ordering keys.

const KEYS = {
  FREE: { name: "Free", tone: "off" },
  TAKEN: { name: "Taken", tone: "run" },
  WAITED_FOR: { name: "Waited for", tone: "wait" },
  HELD: { name: "Held", tone: "bad" },
};

/** The server stops counting the waiting tasks of a key at this number. */
const COUNT_MAX = 1_000;

export const keyStateOf = (state) => KEYS[state] ?? { name: state ?? "Unknown", tone: "off" };

/** Whether the number of waiting tasks is only a lower bound. */
export const isCountCapped = (waiting) => waiting >= COUNT_MAX;
