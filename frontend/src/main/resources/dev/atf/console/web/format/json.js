// Checks JSON that a user types, and formats JSON for editing.

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b/y;

const NUMBER = /^-?\d/;
const INTEGER = /^-?\d+$/;
const NO_MORE = "nothing after the value";

/** The position at which a text stops being JSON, and what was expected there. */
class Mistake extends Error {
  constructor(at, expected) {
    super(expected);
    this.at = at;
  }
}

/**
 * Returns the first mistake in a text that should be one JSON value, such as "line 2, column 7: x
 * (expected: , or })", or an empty text if there is none. JSON.parse is not used for the position,
 * because each browser reports it differently. What JSON.parse would change silently also counts as
 * a mistake: an integer that a JavaScript number cannot represent exactly, a number that is too large
 * for it, and a name that an object has twice.
 */
export function jsonMistake(text) {
  const { at, message } = mistakeIn(text);
  if (at >= text.length && message === NO_MORE && isJson(text)) {
    return "";
  }
  const before = text.slice(0, at).split("\n");
  const found = at >= text.length ? "the end" : text[at];
  return `line ${before.length}, column ${before.at(-1).length + 1}: ${found} (expected: ${message})`;
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses JSON. A number that a JavaScript number would change keeps its digits, in browsers that can
 * do so: JSON.stringify writes them.
 */
export const exactJson = (text) =>
  JSON.parse(text, (name, value, context) =>
    typeof value === "number" && JSON.rawJSON && `${value}` !== context.source
      ? JSON.rawJSON(context.source)
      : value,
  );

/** Formats a value as indented JSON, for editing. */
export const prettyJson = (value) => JSON.stringify(value, null, 2);

function mistakeIn(text) {
  try {
    const end = afterSpace(text, afterValue(text, afterSpace(text, 0)));
    return new Mistake(end, NO_MORE);
  } catch (mistake) {
    return mistake;
  }
}

function after(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const afterSpace = (text, at) => after(SPACE, text, at);

function afterValue(text, at) {
  switch (text[at]) {
    case "{": {
      const names = new Set();
      return afterItems(text, at, "}", (whole, from) => afterMember(whole, from, names));
    }
    case "[":
      return afterItems(text, at, "]", afterValue);
    case '"':
      return afterString(text, at);
    default: {
      const end = after(SCALAR, text, at);
      if (end < 0) {
        throw new Mistake(at, "a JSON value; strings in double quotes");
      }
      if (isChanged(text.slice(at, end))) {
        throw new Mistake(at, "an integer up to 2^53, a smaller number, or a string");
      }
      return end;
    }
  }
}

/** Whether parsing the scalar as a JavaScript number would change an integer, or give infinity. */
function isChanged(scalar) {
  const read = Number(scalar);
  return (
    NUMBER.test(scalar) &&
    (!Number.isFinite(read) || (INTEGER.test(scalar) && BigInt(read) !== BigInt(scalar)))
  );
}

function afterString(text, at) {
  const end = after(STRING, text, at);
  if (end < 0) {
    throw new Mistake(at, "a string with closing double quotes, and \\n for a new line");
  }
  return end;
}

function afterMember(text, at, names) {
  if (text[at] !== '"') {
    throw new Mistake(at, "a name in double quotes");
  }
  const end = afterString(text, at);
  const name = JSON.parse(text.slice(at, end));
  if (names.has(name)) {
    throw new Mistake(at, "each name once in an object");
  }
  names.add(name);
  const colon = afterSpace(text, end);
  if (text[colon] !== ":") {
    throw new Mistake(colon, ":");
  }
  return afterValue(text, afterSpace(text, colon + 1));
}

function afterItems(text, open, close, afterItem) {
  let at = afterSpace(text, open + 1);
  if (text[at] === close) {
    return at + 1;
  }
  for (;;) {
    at = afterSpace(text, afterItem(text, at));
    if (text[at] === close) {
      return at + 1;
    }
    if (text[at] !== ",") {
      throw new Mistake(at, `, or ${close}`);
    }
    at = afterSpace(text, at + 1);
  }
}
