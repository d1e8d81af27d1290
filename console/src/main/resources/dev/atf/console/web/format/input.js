// The kinds of fields: what may be typed into one, and what the API is given for it.

import { durationOf, isDuration } from "./duration.js";
import { jsonMistake } from "./json.js";

const lines = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Each: mistake(text), empty where there is none, and read(text), of a text without a mistake. */
const KINDS = {
  number: { mistake: () => "", read: Number },
  time: { mistake: () => "", read: (text) => new Date(text).toISOString() },
  duration: {
    mistake: (text) => (isDuration(text) ? "" : "expected: such as 500ms, 30s, 5m, 2h or 7d"),
    read: durationOf,
  },
  json: { mistake: jsonMistake, read: JSON.parse },
  labels: {
    mistake: (text) => {
      const wrong = lines(text).find((line) => line.indexOf("=") < 1);
      return wrong ? `${wrong} (expected: name=value, one a line)` : "";
    },
    read: (text) =>
      Object.fromEntries(
        lines(text).map((line) => {
          const at = line.indexOf("=");
          return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
        }),
      ),
  },
  list: {
    mistake: () => "",
    read: (text) =>
      text
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean),
  },
};

const TEXT = { mistake: () => "", read: (text) => text };

/** What is wrong with a field's text; empty: nothing. */
export const mistakeOf = ({ kind }, text) => (text.trim() ? (KINDS[kind] ?? TEXT).mistake(text) : "");

/** A field's value for the API; of a blank one that is no plain text undefined. */
export const valueOf = ({ kind }, text) =>
  KINDS[kind] ? (text.trim() ? KINDS[kind].read(text) : undefined) : text;

/** Labels as they are typed. */
export const labelLines = (labels = {}) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
