/** Capitalizes a text, and removes the colon at its end that introduces a missing detail. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/:$/, "");

const NAMED = /(\d{4}-\d\d-\d\dT[\d:.]+Z|\b[\da-f]{32}\b)/;

/** Splits a text from the server into parts: {text}, {at} for a timestamp, or {taskId}. */
export const partsOf = (text) =>
  text
    .split(NAMED)
    .map((part) => (!NAMED.test(part) ? { text: part } : part.length === 32 ? { taskId: part } : { at: part }));
