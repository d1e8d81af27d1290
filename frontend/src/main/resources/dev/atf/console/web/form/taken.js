/**
 * Throws a violation of the field "name" if the name is taken. Without this check, a PUT would
 * silently replace the object with this name.
 *
 * @param known objects with names
 * @param how participle for the message, such as "registered"
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
