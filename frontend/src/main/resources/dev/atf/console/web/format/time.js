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

/** Of proto3's JSON, such as 3.5s; in milliseconds. */
export const parseDuration = (said) => (said ? Number.parseFloat(said) * SECOND : 0);

/** How long: 340 ms, 4.2 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
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

/** A duration of proto3's JSON, for people. */
export const lengthOf = (said) => length(parseDuration(said));

/** 3 min ago, in 5 s, just now. */
export function relative(at, now = Date.now()) {
  const away = at - now;
  const distance = Math.abs(away);
  if (distance < SECOND) {
    return "just now";
  }
  const said = coarse(distance);
  return away > 0 ? `in ${said}` : `${said} ago`;
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

/** With the zone of the reader. */
export const full = (at) => absolute.format(at);

/** With the zone of the reader, and in UTC if that is another one. */
export const exact = (at) =>
  new Date(at).getTimezoneOffset() ? `${full(at)} = ${utc.format(at)} UTC` : full(at);

/** Whether one of these moments is not at a full minute. */
export const haveSeconds = (moments) => moments.some((at) => at % MINUTE);

/**
 * Such as Mon 23 Nov, 02:30; with the year where that is another one.
 *
 * @param zone absent: the reader's
 * @param seconds whether they say something
 */
export function calendar(at, { zone, seconds = haveSeconds([at]), now = Date.now() } = {}) {
  const moment = new Date(at);
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: moment.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: seconds ? "2-digit" : undefined,
    timeZone: zone,
  }).format(moment);
}

/** The zone of the reader. */
export const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The same in another zone; null where that shows the same, or the browser does not know it. */
export function calendarIn(zone, at) {
  try {
    const there = calendar(at, { zone });
    return there === calendar(at) ? null : there;
  } catch {
    return null;
  }
}

/** The time of day to the millisecond, after the day if that is another one. */
export function precise(at, now = Date.now()) {
  const when = clock.format(at);
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? when
    : `${day.format(at)} ${when}`;
}

/** For an input of type datetime-local, in the reader's zone. */
export function forInput(at) {
  const local = new Date(at - new Date(at).getTimezoneOffset() * MINUTE);
  return local.toISOString().slice(0, 19);
}

export { DAY, HOUR, MINUTE, SECOND };
