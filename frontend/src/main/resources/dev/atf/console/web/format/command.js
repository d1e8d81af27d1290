// The command line that does the same as the console.

const PLAIN = /^[\w@%+=:,./-]+$/;

/** The command that a shell reads as these words. */
export const commandLine = (words) => ["./atf", ...words.map(quoted)].join(" ");

const quoted = (word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Options with their values; without those that are blank. Of a list, one for each. */
export const options = (given) =>
  Object.entries(given).flatMap(([name, value]) =>
    [value ?? ""].flat().flatMap((each) => (each === "" ? [] : [name, `${each}`])),
  );

/** JSON of a value; undefined of none. */
export const jsonWord = (value) => (value === undefined ? undefined : JSON.stringify(value));

export const labelWords = (labels = {}) =>
  Object.entries(labels).map(([name, value]) => `${name}=${value}`);
