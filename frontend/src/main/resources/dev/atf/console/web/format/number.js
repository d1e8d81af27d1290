const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const hundredth = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A count: 12,345. */
export const count = (value) => whole.format(Number(value ?? 0));

/** A count where there is little room: 12.3K. */
export const brief = (value) => (Math.abs(value) < 10_000 ? count(value) : short.format(value));

/** A rate or a mean, with as many digits as say something. */
export function figure(value) {
  const size = Math.abs(value);
  return (size >= 100 ? whole : size >= 10 ? tenth : hundredth).format(value);
}

/** 1 task, 2 tasks. */
export const many = (n, one, more = `${one}s`) => `${count(n)} ${Number(n) === 1 ? one : more}`;

/** Of a text or a file, in units of 1,024. */
export function bytes(n) {
  return n < 1_024
    ? many(n, "byte")
    : n < 1_048_576
      ? `${tenth.format(n / 1_024)} KiB`
      : `${tenth.format(n / 1_048_576)} MiB`;
}
