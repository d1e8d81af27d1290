// Converts durations between what users type and the format of the API: 1h 30m is 5400s.

const SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1, ms: 0.001 };
const WHOLE = /^(?:\d+(?:\.\d+)?\s*(?:ms|[smhd])\s*)+$/;
const PART = /(\d+(?:\.\d+)?)\s*(ms|[smhd])/g;

export const isDuration = (text) => WHOLE.test(text.trim());

/** Returns the duration in the format of proto3's JSON. */
export function durationOf(text) {
  const parts = [...text.matchAll(PART)].map(([, number, unit]) => number * SECONDS[unit]);
  const sum = parts.reduce((a, b) => a + b, 0);
  return `${Number(sum.toFixed(9))}s`;
}

/** Formats a duration of the API as a user types it, in the largest unit with a whole number. */
export function durationText(duration) {
  const seconds = Number.parseFloat(duration);
  const texts = Object.entries(SECONDS).map(
    ([unit, length]) => `${Math.round(seconds / length)}${unit}`,
  );
  const exact = texts.find((text) => Number.parseFloat(durationOf(text)) === seconds);
  return seconds && exact ? exact : duration;
}
