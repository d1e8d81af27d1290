import * as atf from "../api/atf.js";
import { someOf } from "./everywhere.js";

const PAGE = 100;

/**
 * The ordering keys that are held, of lambdas that may have some.
 *
 * @returns Map of the lambda's name to how many; of very many, the first few
 */
export async function heldKeys(lambdas, signal) {
  const holding = lambdas.filter(({ onFatal }) => onFatal === "HOLD");
  const read = (lambda, pageToken) =>
    atf.listKeys(lambda, { held: true, pageSize: PAGE, pageToken }, signal);
  const { rows } = await someOf({ lambda: "" }, holding, read, ({ keys }) => keys ?? []);
  const counts = new Map();
  rows.forEach(({ lambda }) => counts.set(lambda, (counts.get(lambda) ?? 0) + 1));
  return counts;
}
