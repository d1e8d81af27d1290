// Which parts of a document are not for every eye. A key that sounds like a secret hides what is
// below it, whatever that is.

const SECRET =
  /pass(word|wd|phrase)|\bpass$|pwd|secret|token|credential|private|authori[sz]ation|cookie|session|signature|api[-_ ]?key|access[-_ ]?key|card[-_ ]?number|cvv|ssn|iban/i;

export const soundsSecret = (key) => SECRET.test(key);

/** How many values soundsSecret would hide. */
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
