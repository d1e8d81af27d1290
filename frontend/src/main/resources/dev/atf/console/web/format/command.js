// Builds the command line that does the same as an action of the console.

const PLAIN = /^[\w@%+=:,./-]+$/;

/** Quotes the words for a shell, and joins them. */
export const commandLine = (words) => ["./atf", ...words.map(quoted)].join(" ");

const quoted = (word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Builds a command whose names may start with a dash, without the CLI reading them as options. */
export const withNames = (command, names, given) =>
  names.some((name) => name.startsWith("-"))
    ? [...command, ...options(given), "--", ...names]
    : [...command, ...names, ...options(given)];

/** Returns the words of all options that are not blank. A list becomes one option per value. */
export const options = (given) =>
  Object.entries(given).flatMap(([name, value]) =>
    [value ?? ""].flat().flatMap((each) => (each === "" ? [] : option(name, `${each}`))),
  );

const option = (name, value) => (value.startsWith("-") ? [`${name}=${value}`] : [name, value]);

/** Returns a value as JSON, or undefined if there is no value. */
export const jsonWord = (value) => (value === undefined ? undefined : JSON.stringify(value));

export const labelWords = (labels = {}) =>
  Object.entries(labels).map(([name, value]) => `${name}=${value}`);
