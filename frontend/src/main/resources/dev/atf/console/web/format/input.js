// The kinds of fields: what may be typed into one, and what the API is given for it.

import { durationOf, durationText, isDuration } from "./duration.js";
import { jsonMistake, prettyJson } from "./json.js";
import { forInput } from "./time.js";

const lines = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The texts before and behind a place of a line. */
const pair = (line, at) => [line.slice(0, at).trim(), line.slice(at + 1).trim()];

const linesOf = (named) =>
  Object.entries(named)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

const list = {
  mistake: () => "",
  read: (text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  text: (values) => [values].flat().join(", "),
};

/**
 * Each: mistake(text), empty where there is none; read(text), of a text without a mistake; and
 * text(value), which is read as the value.
 */
const KINDS = {
  number: { mistake: () => "", read: Number, text: String },
  time: {
    mistake: () => "",
    read: (text) => new Date(text).toISOString(),
    text: (value) => forInput(Date.parse(value)),
  },
  duration: {
    mistake: (text) => (isDuration(text) ? "" : "expected: such as 500ms, 30s, 5m, 2h or 7d"),
    read: durationOf,
    text: durationText,
  },
  json: { mistake: jsonMistake, read: JSON.parse, text: prettyJson },
  labels: {
    mistake: (text) => {
      const wrong = lines(text).find((line) => line.indexOf("=") < 1);
      return wrong ? `${wrong} (expected: name=value, one per line)` : "";
    },
    read: (text) => Object.fromEntries(lines(text).map((line) => pair(line, line.indexOf("=")))),
    text: linesOf,
  },
  weights: {
    mistake: (text) => {
      const wrong = lines(text).find((line) => !/^.+=\s*\d+$/.test(line));
      return wrong ? `${wrong} (expected: key=weight, one per line)` : "";
    },
    read: (text) =>
      Object.fromEntries(
        lines(text)
          .map((line) => pair(line, line.lastIndexOf("=")))
          .map(([key, weight]) => [key, Number(weight)]),
      ),
    text: linesOf,
  },
  list,
  checks: list,
  presence: { mistake: () => "", read: JSON.parse, text: () => "{}" },
};

const TEXT = { mistake: () => "", read: (text) => text, text: String };

/** What is wrong with a field's text; empty: nothing. */
export const mistakeOf = ({ kind }, text) => (text.trim() ? (KINDS[kind] ?? TEXT).mistake(text) : "");

/** A field's value for the API; of a blank one that is no plain text undefined. */
export const valueOf = ({ kind }, text) =>
  KINDS[kind] ? (text.trim() ? KINDS[kind].read(text) : undefined) : text;

/** The text of a field that has a value of the API; of undefined, or null that is no JSON, none. */
export const textOf = ({ kind }, value) =>
  value === undefined || (value === null && kind !== "json") ? "" : (KINDS[kind] ?? TEXT).text(value);
