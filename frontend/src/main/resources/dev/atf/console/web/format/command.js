// The command line that does the same as the console.

const PLAIN = /^[\w@%+=:,./-]+$/;

/** The command that a shell reads as these words. */
export const commandLine = (words) => ["./atf", ...words.map(quoted)].join(" ");

const quoted = (word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** A command of names that may start with a dash, which is then not read as that of an option. */
export const withNames = (command, names, given) =>
  names.some((name) => name.startsWith("-"))
    ? [...command, ...options(given), "--", ...names]
    : [...command, ...names, ...options(given)];

/** Options with their values; without those that are blank. Of a list, one for each. */
export const options = (given) =>
  Object.entries(given).flatMap(([name, value]) =>
    [value ?? ""].flat().flatMap((each) => (each === "" ? [] : option(name, `${each}`))),
  );

const option = (name, value) => (value.startsWith("-") ? [`${name}=${value}`] : [name, value]);

/** JSON of a value; undefined of none. */
export const jsonWord = (value) => (value === undefined ? undefined : JSON.stringify(value));

export const labelWords = (labels = {}) =>
  Object.entries(labels).map(([name, value]) => `${name}=${value}`);
