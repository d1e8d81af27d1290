/** As a sentence begins; without the colon of a detail that did not come. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/:$/, "");

const MOMENT = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** The parts of a text of the server: {text}, or {at} for a moment in it. */
export const momentsIn = (text) =>
  text.split(MOMENT).map((part) => (MOMENT.test(part) ? { at: part } : { text: part }));
