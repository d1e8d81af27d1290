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

/**
 * One page of what a lambda has; without a lambda, the first page of each.
 *
 * @param asked {lambda, token}
 * @param read is given the name of a lambda and a page token
 * @param rowsOf what an answer holds
 * @returns {rows, next, more}; more: lambdas that have more than is shown
 */
export async function pageOf(asked, lambdas, read, rowsOf) {
  if (asked.lambda) {
    const answer = await read(asked.lambda, asked.token);
    return { rows: rowsOf(answer), next: answer.nextPageToken ?? "", more: [] };
  }
  const answers = await everywhere(lambdas, ({ name }) => read(name, ""));
  return {
    rows: answers.flatMap(rowsOf),
    next: "",
    more: lambdas.filter((_, i) => answers[i].nextPageToken).map(({ name }) => name),
  };
}
