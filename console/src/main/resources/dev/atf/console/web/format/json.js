// JSON that people type.

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b/y;

/** Where a text stops being JSON. */
class Mistake extends Error {
  constructor(at, expected) {
    super(expected);
    this.at = at;
  }
}

/**
 * The first mistake of a text that is to be one JSON value, by the position that browsers do not
 * agree to tell: "line 2, column 7: expected , or }"; empty: there is none.
 */
export function jsonMistake(text) {
  try {
    JSON.parse(text);
    return "";
  } catch {
    const { at, message } = mistakeIn(text);
    const before = text.slice(0, at).split("\n");
    const found = at >= text.length ? "the end" : text[at];
    return `line ${before.length}, column ${before.at(-1).length + 1}: ${found} (expected: ${message})`;
  }
}

/** Indented, as it is edited. */
export const prettyJson = (value) => JSON.stringify(value, null, 2);

function mistakeIn(text) {
  try {
    const end = afterSpace(text, afterValue(text, afterSpace(text, 0)));
    return new Mistake(end, "nothing after the value");
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
        throw new Mistake(at, "a JSON value; texts in double quotes");
      }
      return end;
    }
  }
}

function afterString(text, at) {
  const end = after(STRING, text, at);
  if (end < 0) {
    throw new Mistake(at, "a text in double quotes that ends, with \\n for a new line");
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
