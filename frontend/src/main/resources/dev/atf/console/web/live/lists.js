const WIDTH = 4;

/**
 * Calls a function for each item, with at most WIDTH calls at the same time.
 *
 * @param read gets one item
 * @returns the results, in the order of the items
 */
export async function readEach(items, read) {
  const answers = new Array(items.length);
  let next = 0;
  const one = async () => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await read(items[at]);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, one));
  return answers;
}

/** Maximum number of pages read for one view. A shard without entries has an empty page. */
const READS_MAX = 32;
const ENOUGH = 50;

/** Maximum number of lambdas read for a list of all lambdas. Each takes at least one call. */
const LAMBDAS_MAX = 100;

/**
 * Reads rows of one lambda, from a page token on, or the first rows of each lambda.
 *
 * @param filter {lambda, token}; if lambda is empty, all lambdas are read
 * @param read gets the name of a lambda and a page token, and returns a response
 * @param rowsOf returns the rows of a response
 * @param enough number of rows of a lambda after which no further page is read, in a list of all
 * @returns {rows, next, more, unread}: the rows, the token of the next page, the names of lambdas
 *   with more rows than these, and the number of lambdas that were not read
 */
export async function listRows(filter, lambdas, read, rowsOf, enough = ENOUGH) {
  if (filter.lambda) {
    const found = await rowsOfLambda(filter.lambda, filter.token, read, rowsOf, ENOUGH);
    return { ...found, more: [], unread: 0 };
  }
  const all = lambdas.slice(0, LAMBDAS_MAX);
  const found = await readEach(all, ({ name }) => rowsOfLambda(name, "", read, rowsOf, enough));
  return {
    rows: found.flatMap(({ rows }) => rows),
    next: "",
    more: all.filter((_, i) => found[i].next).map(({ name }) => name),
    unread: lambdas.length - all.length,
  };
}

/**
 * Reads rows of one lambda, from a page token on, until there are enough or `readsMax` pages were
 * read.
 *
 * @returns {rows, next}: the rows, and the token of the next page
 */
export async function rowsOfLambda(lambda, token, read, rowsOf, enough, readsMax = READS_MAX) {
  const rows = [];
  let next = token;
  let reads = 0;
  do {
    const answer = await read(lambda, next);
    rows.push(...rowsOf(answer));
    next = answer.nextPageToken ?? "";
    reads++;
  } while (next && rows.length < enough && reads < readsMax);
  return { rows, next };
}
