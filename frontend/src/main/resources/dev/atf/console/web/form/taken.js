/**
 * Refuses a name that is taken, at its field: a put replaces what is there, and nobody would see it.
 *
 * @param known what has names
 * @param how it is there, such as registered
 */
export function refuseTaken(known, name, how) {
  if (known.some((each) => each.name === name)) {
    throw Object.assign(new Error(`${name} is ${how}`), {
      violations: [
        { field: "name", description: `${name} is already ${how}: edit it on its page` },
      ],
    });
  }
}
