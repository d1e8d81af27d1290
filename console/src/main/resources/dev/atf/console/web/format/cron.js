// What a cron expression means, in words. Only what is read whole is told: of anything else, null.

const NICKNAMES = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const PLACES = ["first", "second", "third", "fourth", "fifth"];

/** More times of a day are a list that nobody reads. */
const TIMES_MAX = 6;

const ANY = { kind: "any" };

/** Such as "every day at 02:30"; null: it says more than this knows to read. */
export function cronInWords(expression) {
  const trimmed = expression.trim();
  const fields = (NICKNAMES[trimmed.toLowerCase()] ?? trimmed).split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) {
    return null;
  }
  const [second, minute, hour] = (fields.length === 5 ? ["0", ...fields] : fields).map((text) =>
    fieldOf(text),
  );
  const [day, month, weekday] = fields.slice(-3);
  const time = second && minute && hour && timeOf(second, minute, hour);
  const days = daysOf(day, weekday, month);
  if (!time || !days) {
    return null;
  }
  return time.often
    ? [time.text, days.text].filter(Boolean).join(", ")
    : `${days.text || "every day"} ${time.text}`;
}

/** {kind: any, step, range or values}; null: something else. */
function fieldOf(text, names = []) {
  const number = (said) => {
    const named = names.findIndex((name) => name.slice(0, 3).toUpperCase() === said.toUpperCase());
    return named >= 0 ? named : /^\d+$/.test(said) ? Number(said) : NaN;
  };
  if (text === "*" || text === "*/1") {
    return ANY;
  }
  const step = /^\*\/(\d+)$/.exec(text);
  if (step) {
    return { kind: "step", step: Number(step[1]) };
  }
  const range = /^(\w+)-(\w+)$/.exec(text);
  const values = (range ? [range[1], range[2]] : text.split(",")).map(number);
  if (values.some(Number.isNaN)) {
    return null;
  }
  return range ? { kind: "range", from: values[0], to: values[1] } : { kind: "values", values };
}

/** {text, often}; often: it is a rhythm within a day, and not some times of it. */
function timeOf(second, minute, hour) {
  const second0 = second.kind === "values" && second.values.length === 1 ? second.values[0] : null;
  if (second0 === null) {
    const each = rhythm(second, "second");
    return each && minute.kind === "any" && hour.kind === "any" ? { text: each, often: true } : null;
  }
  if (minute.kind === "values" && hour.kind === "values") {
    const times = hour.values.flatMap((h) => minute.values.map((m) => clock(h, m, second0)));
    return times.length <= TIMES_MAX ? { text: `at ${list(times)}`, often: false } : null;
  }
  if (second0 !== 0) {
    return null;
  }
  const text = minute.kind === "values" ? hourly(minute.values, hour) : minutely(minute, hour);
  return text ? { text, often: true } : null;
}

function hourly(minutes, hour) {
  const at = list(minutes.map((m) => `:${two(m)}`));
  if (hour.kind === "range") {
    const [first, last] = [minutes[0], minutes.at(-1)];
    return minutes.length === 1
      ? `every hour from ${clock(hour.from, first)} to ${clock(hour.to, last)}`
      : `every hour from ${two(hour.from)}:00 to ${two(hour.to)}:59, at ${at}`;
  }
  const each = hour.kind === "any" ? "every hour" : rhythm(hour, "hour");
  return each && `${each}, at ${at}`;
}

function minutely(minute, hour) {
  const each = rhythm(minute, "minute");
  if (!each || hour.kind === "any") {
    return each;
  }
  if (hour.kind === "range") {
    return `${each} from ${two(hour.from)}:00 to ${two(hour.to)}:59`;
  }
  return hour.kind === "values" && hour.values.length === 1
    ? `${each} from ${two(hour.values[0])}:00 to ${two(hour.values[0])}:59`
    : null;
}

/** An even one alone: every 7 minutes of an hour is none. */
function rhythm(field, unit) {
  if (field.kind === "any") {
    return `every ${unit}`;
  }
  const whole = unit === "hour" ? 24 : 60;
  return field.kind === "step" && whole % field.step === 0 ? `every ${field.step} ${unit}s` : null;
}

/** {text}; empty: every day. Null: something else. */
function daysOf(day, weekday, month) {
  const months = monthsOf(month);
  const ofMonth = day === "*" ? "" : dayOf(day, months);
  const ofWeek = weekday === "*" ? "" : weekdayOf(weekday);
  if (months === null || ofMonth === null || ofWeek === null) {
    return null;
  }
  const inMonths = months ? `in ${months}` : "";
  // Where both are named, either is enough.
  const days = [ofMonth, ofWeek].filter(Boolean).join(" or ");
  return { text: [days || (months ? "every day" : ""), inMonths].filter(Boolean).join(" ") };
}

function monthsOf(text) {
  const field = fieldOf(text, ["", ...MONTHS].map((name) => name || "-"));
  switch (field?.kind) {
    case "any":
      return "";
    case "values":
      return list(field.values.map((value) => MONTHS[value - 1]));
    case "range":
      return `${MONTHS[field.from - 1]} to ${MONTHS[field.to - 1]}`;
    case "step":
      return list(MONTHS.filter((name, i) => i % field.step === 0));
    default:
      return null;
  }
}

function dayOf(text, months) {
  const whose = months ? "" : " of each month";
  if (text === "L") {
    return `on the last day${whose}`;
  }
  const field = fieldOf(text);
  switch (field?.kind) {
    case "values":
      return `on ${field.values.length === 1 ? "day" : "days"} ${list(field.values)}${whose}`;
    case "range":
      return `on days ${field.from} to ${field.to}${whose}`;
    default:
      return null;
  }
}

function weekdayOf(text) {
  const nth = /^(\w+)#([1-5])$/.exec(text);
  const last = /^([0-7])L$/.exec(text);
  if (nth) {
    const name = DAYS[fieldOf(nth[1], DAYS)?.values?.[0]];
    return name ? `on the ${PLACES[nth[2] - 1]} ${name}` : null;
  }
  if (last) {
    return `on the last ${DAYS[last[1]]}`;
  }
  const field = fieldOf(text, DAYS);
  switch (field?.kind) {
    case "values":
      return `on ${list([...new Set(field.values.map((value) => DAYS[value]))])}`;
    case "range":
      return `${DAYS[field.from]} to ${DAYS[field.to]}`;
    default:
      return null;
  }
}

const two = (value) => String(value).padStart(2, "0");

const clock = (hour, minute, second = 0) =>
  `${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ""}`;

const list = (values) =>
  values.length < 2 ? `${values[0]}` : `${values.slice(0, -1).join(", ")} and ${values.at(-1)}`;
