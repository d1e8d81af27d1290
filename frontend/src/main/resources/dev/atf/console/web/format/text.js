/** As a sentence begins; without the colon of a detail that did not come. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/:$/, "");

const NAMED = /(\d{4}-\d\d-\d\dT[\d:.]+Z|\b[\da-f]{32}\b)/;

/** The parts of a text of the server: {text}, {at} for a moment in it, or {taskId}. */
export const partsOf = (text) =>
  text
    .split(NAMED)
    .map((part) => (!NAMED.test(part) ? { text: part } : part.length === 32 ? { taskId: part } : { at: part }));
