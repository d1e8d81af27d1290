import * as atf from "../api/atf.js";
import { listRows } from "./lists.js";

const PAGE = 100;

/**
 * Counts what waits for an operator: held ordering keys, held jobs and closed conditions.
 *
 * @returns {keys, jobs, conditions, unread}: three maps from the name of a lambda to a count, which
 *   covers only the first pages of each list, and the number of lambdas that were not read
 *   completely
 */
export async function heldIn(lambdas, signal) {
  const [keys, jobs, conditions] = await Promise.all([
    heldKeys(lambdas, signal),
    listRows(
      { lambda: "" },
      lambdas,
      (lambda, pageToken) =>
        atf.listJobs(lambda, { state: "live", pageSize: PAGE, pageToken }, signal),
      (answer) =>
        (answer.jobs ?? []).filter(
          ({ status, heldByOperator, unreadable }) =>
            status === "JOB_HELD" || heldByOperator || unreadable,
        ),
    ),
    listRows(
      { lambda: "" },
      lambdas,
      (lambda) => firstConditions(lambda, signal),
      (answer) =>
        (answer.conditions ?? [])
          .filter(({ phase, unreadable }) => phase === "CLOSED" || unreadable),
    ),
  ]);
  return {
    keys: countsOf(keys.rows),
    jobs: countsOf(jobs.rows),
    conditions: countsOf(conditions.rows),
    unread: Math.max(...[keys, jobs, conditions].map(({ unread, more }) => unread + more.length)),
  };
}

/** Reads the held ordering keys. Only lambdas with onFatal: HOLD can have them. */
function heldKeys(lambdas, signal) {
  const holding = lambdas.filter(({ onFatal }) => onFatal === "HOLD");
  const read = (lambda, pageToken) =>
    atf.listKeys(lambda, { held: true, pageSize: PAGE, pageToken }, signal);
  return listRows({ lambda: "" }, holding, read, ({ keys }) => keys ?? []);
}

/** Reads only the first page, because conditions that are not clear come first. */
async function firstConditions(lambda, signal) {
  return { ...(await atf.listConditions(lambda, signal)), nextPageToken: "" };
}

function countsOf(rows) {
  const counts = new Map();
  rows.forEach(({ lambda }) => counts.set(lambda, (counts.get(lambda) ?? 0) + 1));
  return counts;
}
