import { figure } from "./number.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const absolute = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "long",
});
const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const utc = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** Parses a duration of proto3's JSON, such as 3.5s; returns milliseconds. */
export const parseDuration = (duration) => (duration ? Number.parseFloat(duration) * SECOND : 0);

/** Formats milliseconds, such as 340 ms, 4.2 s, 3 min 20 s, 2 h 5 min or 3 d 4 h. */
export function length(millis) {
  if (millis < SECOND) {
    return `${Math.round(millis)} ms`;
  }
  if (millis < MINUTE) {
    return `${millis < 10 * SECOND ? figure(millis / SECOND) : Math.round(millis / SECOND)} s`;
  }
  return millis < HOUR
    ? two(millis, MINUTE, "min", SECOND, "s")
    : millis < DAY
      ? two(millis, HOUR, "h", MINUTE, "min")
      : two(millis, DAY, "d", HOUR, "h");
}

function two(millis, large, largeName, small, smallName) {
  const whole = Math.floor(millis / large);
  const rest = Math.floor((millis - whole * large) / small);
  return rest ? `${whole} ${largeName} ${rest} ${smallName}` : `${whole} ${largeName}`;
}

/** Formats a duration of proto3's JSON, such as 3 min 20 s. */
export const lengthOf = (duration) => length(parseDuration(duration));

/** Formats a time relative to now, such as 3 min ago, in 5 s or just now. */
export function relative(at, now = Date.now()) {
  const away = at - now;
  const distance = Math.abs(away);
  if (distance < SECOND) {
    return "just now";
  }
  const text = coarse(distance);
  return away > 0 ? `in ${text}` : `${text} ago`;
}

function coarse(distance) {
  return distance < MINUTE
    ? `${Math.floor(distance / SECOND)} s`
    : distance < HOUR
      ? `${Math.floor(distance / MINUTE)} min`
      : distance < 2 * DAY
        ? length(Math.floor(distance / MINUTE) * MINUTE)
        : `${Math.round(distance / DAY)} days`;
}

/** Formats a time in the reader's zone, with the name of the zone. */
export const full = (at) => absolute.format(at);

/** Formats a time in the reader's zone, and also in UTC if that is a different zone. */
export const exact = (at) =>
  new Date(at).getTimezoneOffset() ? `${full(at)} = ${utc.format(at)} UTC` : full(at);

/** Whether any of these times is not at a full minute. */
export const haveSeconds = (times) => times.some((at) => at % MINUTE);

/**
 * Formats a time such as Mon 23 Nov, 02:30, with the year if it is not the current one.
 *
 * @param zone the time zone; absent: the reader's
 * @param seconds whether to show seconds; by default, if they are not 0
 */
export function calendar(at, { zone, seconds = haveSeconds([at]), now = Date.now() } = {}) {
  const date = new Date(at);
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: date.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: seconds ? "2-digit" : undefined,
    timeZone: zone,
  }).format(date);
}

/** Returns the name of the reader's time zone. */
export const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Formats a time in another zone. Returns null if it reads the same in the reader's zone, or if the
 * browser does not know the zone.
 */
export function calendarIn(zone, at) {
  try {
    const there = calendar(at, { zone });
    return there === calendar(at) ? null : there;
  } catch {
    return null;
  }
}

/** Formats the time of day with milliseconds, with the date if it is not today. */
export function precise(at, now = Date.now()) {
  const when = clock.format(at);
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? when
    : `${day.format(at)} ${when}`;
}

/** Formats a time for an input of type datetime-local, in the reader's zone; NaN is empty. */
export function forInput(at) {
  if (Number.isNaN(at)) {
    return "";
  }
  const local = new Date(at - new Date(at).getTimezoneOffset() * MINUTE);
  return local.toISOString().slice(0, 19);
}

/**
 * Reads the text of such an input.
 *
 * @param given the time that the input showed first. It is returned, with its fraction of a second,
 *   if the input still shows it
 */
export function fromInput(text, given = "") {
  if (!text) {
    return "";
  }
  const isGiven = Date.parse(text) === Date.parse(forInput(Date.parse(given)));
  return isGiven ? given : new Date(text).toISOString();
}

export { DAY, HOUR, MINUTE, SECOND };
