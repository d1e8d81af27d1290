const WIDTH = 4;

/**
 * Reads something of each; a few calls at a time.
 *
 * @param read is given one of all
 * @returns what read answered, in the order of all
 */
export async function everywhere(all, read) {
  const answers = new Array(all.length);
  let next = 0;
  const one = async () => {
    while (next < all.length) {
      const at = next++;
      answers[at] = await read(all[at]);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, one));
  return answers;
}

/** Maximum of pages read for one view; a shard without entries has an empty page. */
const READS_MAX = 32;
const ENOUGH = 50;

/** Maximum of lambdas read for a list of all; each costs a call or more. */
const LAMBDAS_MAX = 100;

/**
 * Some of what a lambda has; without a lambda, some of each.
 *
 * @param asked {lambda, token}
 * @param read is given the name of a lambda and a page token
 * @param rowsOf what an answer holds
 * @param enough rows of each lambda, of a list of all
 * @returns {rows, next, more, unread}; more: lambdas that have more than is shown; unread: how many
 *   lambdas were not asked
 */
export async function someOf(asked, lambdas, read, rowsOf, enough = ENOUGH) {
  if (asked.lambda) {
    const found = await someOfOne(asked.lambda, asked.token, read, rowsOf, ENOUGH);
    return { ...found, more: [], unread: 0 };
  }
  const all = lambdas.slice(0, LAMBDAS_MAX);
  const found = await everywhere(all, ({ name }) => someOfOne(name, "", read, rowsOf, enough));
  return {
    rows: found.flatMap(({ rows }) => rows),
    next: "",
    more: all.filter((_, i) => found[i].next).map(({ name }) => name),
    unread: lambdas.length - all.length,
  };
}

async function someOfOne(lambda, token, read, rowsOf, enough) {
  const rows = [];
  let next = token;
  let reads = 0;
  do {
    const answer = await read(lambda, next);
    rows.push(...rowsOf(answer));
    next = answer.nextPageToken ?? "";
    reads++;
  } while (next && rows.length < enough && reads < READS_MAX);
  return { rows, next };
}
