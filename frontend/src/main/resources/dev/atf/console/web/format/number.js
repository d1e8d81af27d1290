const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const hundredth = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Formats a count, such as 12,345. */
export const count = (value) => whole.format(Number(value ?? 0));

/** Formats a count for little space, such as 12.3K. */
export const brief = (value) => (Math.abs(value) < 10_000 ? count(value) : short.format(value));

/** Formats a rate or a mean with up to two decimals, and with fewer for large values. */
export function figure(value) {
  const size = Math.abs(value);
  return (size >= 100 ? whole : size >= 10 ? tenth : hundredth).format(value);
}

/** Formats a count with its noun, such as 1 task or 2 tasks. */
export const many = (n, one, more = `${one}s`) => `${count(n)} ${Number(n) === 1 ? one : more}`;

/** Formats a size in units of 1,024 bytes. */
export function bytes(n) {
  return n < 1_024
    ? many(n, "byte")
    : n < 1_048_576
      ? `${tenth.format(n / 1_024)} KiB`
      : `${tenth.format(n / 1_048_576)} MiB`;
}

/** Formats a limit; 0 means that there is none. */
export const limit = (value, unit) => (Number(value) ? `${figure(Number(value))} ${unit}` : "no limit");
