// The states of ordering keys in a word, and the colour that goes with it.

const KEYS = {
  FREE: { name: "Free", tone: "off" },
  TAKEN: { name: "Taken", tone: "run" },
  WAITED_FOR: { name: "Waited for", tone: "wait" },
  HELD: { name: "Held", tone: "bad" },
};

/** Beyond it those that wait are not counted. */
const COUNTED = 1_000;

export const keyStateOf = (state) => KEYS[state] ?? { name: state ?? "Unknown", tone: "off" };

/** How many wait; as far as they are counted. */
export const isCountCapped = (waiting) => waiting >= COUNTED;
