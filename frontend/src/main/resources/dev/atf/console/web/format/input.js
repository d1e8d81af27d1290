// The kinds of form fields: how their text is checked and converted to a value of the API.

import { durationOf, durationText, isDuration } from "./duration.js";
import { jsonMistake, prettyJson } from "./json.js";
import { forInput } from "./time.js";

const lines = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Splits a line at the character at this index. */
const pair = (line, at) => [line.slice(0, at).trim(), line.slice(at + 1).trim()];

const nameOf = (line) => pair(line, line.indexOf("="))[0];

/** Returns a line whose name an earlier line has. */
const repeatedIn = (all) =>
  all.find((line, i) => all.slice(0, i).some((earlier) => nameOf(earlier) === nameOf(line)));

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
 * Each kind has mistake(text), which returns an empty text if there is none; read(text), which
 * converts a text without mistakes to a value; and text(value), which does the opposite.
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
      const all = lines(text);
      const wrong = all.find((line) => line.indexOf("=") < 1) ?? repeatedIn(all);
      return wrong ? `${wrong} (expected: name=value, one per line, each name once)` : "";
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

/** Returns the mistake in a field's text, or an empty text if there is none. */
export const mistakeOf = ({ kind }, text) => (text.trim() ? (KINDS[kind] ?? TEXT).mistake(text) : "");

/** Returns a field's value for the API. It is undefined, or an empty text, for a blank one. */
export const valueOf = ({ kind }, text) =>
  KINDS[kind] ? (text.trim() ? KINDS[kind].read(text) : undefined) : text;

/** Returns the text of a field for a value of the API; empty if there is no value. */
export const textOf = ({ kind }, value) =>
  value === undefined || (value === null && kind !== "json") ? "" : (KINDS[kind] ?? TEXT).text(value);
