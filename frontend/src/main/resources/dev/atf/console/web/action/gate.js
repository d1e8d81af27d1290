// Actions on the gates of a lambda and of its collections. Each action asks for confirmation, and
// returns whether anything was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { DAY, forInput, HOUR, MINUTE } from "../format/time.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

const BY = "atf.by";

const UNTIL = [
  { value: "", name: "Until resumed", after: null },
  { value: "15m", name: "15 minutes", after: 15 * MINUTE },
  { value: "1h", name: "1 hour", after: HOUR },
  { value: "1d", name: "1 day", after: DAY },
  { value: "at", name: "Until a time", after: null },
];

const TEXTS = {
  PAUSED: {
    title: (what) => `Pause ${what}?`,
    text: "Its tasks wait: nothing is lost, and no attempt is used up. Running tasks continue.",
    verb: "Pause",
    command: "pause",
    done: "paused",
  },
  DROPPING: {
    title: (what) => `Drop the tasks of ${what}?`,
    text: "Until the gate is opened, every task that becomes due ends as DROPPED. Dropped tasks are listed as done, and can be redriven.",
    verb: "Drop its tasks",
    command: "drop",
    done: "dropping",
  },
};

/**
 * Pauses a lambda or a collection, or drops its tasks.
 *
 * @param state PAUSED or DROPPING
 * @param collection undefined: the whole lambda; empty: the dialog asks which collection
 */
export async function closeGate(state, lambda, collection) {
  const words = TEXTS[state];
  const asksWhich = collection === "";
  let named = collection;
  const done = await ask({
    title: words.title(asksWhich ? "a collection" : nameOf(lambda, collection)),
    text: words.text,
    fields: [
      ...(asksWhich ? [{ name: "collection", label: "Collection", required: true }] : []),
      { name: "reason", label: "Reason", required: true, max: 200, hint: "Shown to others." },
      { name: "by", label: "Your name", max: 100, value: sessionStorage.getItem(BY) ?? "" },
      { name: "length", label: "For how long", kind: "choice", value: "", options: UNTIL },
      {
        name: "until",
        label: "Until",
        kind: "time",
        required: true,
        value: forInput(Date.now() + HOUR),
        when: (values) => values.length === "at",
      },
    ],
    verb: words.verb,
    command: (values) => [
      "lambda",
      words.command,
      lambda,
      ...options({
        "--collection": collection || values.collection,
        "--reason": values.reason,
        "--by": values.by,
        "--until": values.length === "at" ? values.until : "",
        "--for": values.length === "at" ? "" : values.length,
      }),
    ],
    danger: state === "DROPPING",
    act: (values) => {
      sessionStorage.setItem(BY, values.by);
      const until = untilOf(values);
      named = collection || values.collection;
      return atf.setGate(lambda, {
        state,
        reason: values.reason,
        by: values.by,
        collection: named || "",
        ...(until ? { until } : {}),
      });
    },
  });
  if (done) {
    notify(`${nameOf(lambda, named)} is ${words.done}`);
  }
  return Boolean(done);
}

export async function openGate(lambda, collection) {
  const what = nameOf(lambda, collection);
  const done = await ask({
    title: `Resume ${what}?`,
    text: "Its tasks run again, the oldest first.",
    verb: "Resume",
    command: () => ["lambda", "resume", lambda, ...options({ "--collection": collection })],
    act: () =>
      atf.setGate(lambda, {
        state: "OPEN",
        collection: collection ?? "",
        by: sessionStorage.getItem(BY) ?? "",
      }),
  });
  if (done) {
    notify(`${what} is resumed`);
  }
  return Boolean(done);
}

function untilOf({ length, until }) {
  if (length === "at") {
    return until;
  }
  const after = UNTIL.find((each) => each.value === length).after;
  return after ? new Date(Date.now() + after).toISOString() : null;
}

const nameOf = (lambda, collection) => (collection ? `${lambda} / ${collection}` : lambda);
