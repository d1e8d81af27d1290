// Checks JSON that a user types, and formats JSON for editing.

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b/y;

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
 * because each browser reports it differently. An integer that a JavaScript number cannot represent
 * exactly also counts as a mistake.
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
    case "{":
      return afterItems(text, at, "}", afterMember);
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
        throw new Mistake(at, "an integer up to 2^53, or a string");
      }
      return end;
    }
  }
}

/** Whether parsing the scalar as a JavaScript number would change its integer value. */
function isChanged(scalar) {
  if (!INTEGER.test(scalar)) {
    return false;
  }
  const read = Number(scalar);
  return !Number.isFinite(read) || BigInt(read) !== BigInt(scalar);
}

function afterString(text, at) {
  const end = after(STRING, text, at);
  if (end < 0) {
    throw new Mistake(at, "a string with closing double quotes, and \\n for a new line");
  }
  return end;
}

function afterMember(text, at) {
  if (text[at] !== '"') {
    throw new Mistake(at, "a name in double quotes");
  }
  const colon = afterSpace(text, afterString(text, at));
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
