// Finds the parts of a document that are masked. If a key sounds like a secret, its whole value is
// masked.

const SECRET =
  /pass(word|wd|phrase)|\bpass$|pwd|secret|token|credential|private|authori[sz]ation|cookie|session|signature|api[-_ ]?key|access[-_ ]?key|card[-_ ]?number|cvv|ssn|iban/i;

export const soundsSecret = (key) => SECRET.test(key);

/** Counts the values that are masked. */
export function countSecrets(value) {
  if (Array.isArray(value)) {
    return value.reduce((sum, each) => sum + countSecrets(each), 0);
  }
  if (value === null || typeof value !== "object") {
    return 0;
  }
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + (soundsSecret(key) ? 1 : countSecrets(each)),
    0,
  );
}
