import * as atf from "../api/atf.js";
import { listRows } from "./lists.js";

const PAGE = 100;

/**
 * What waits for a person: held ordering keys and jobs, and conditions that are not clear.
 *
 * @returns {keys, jobs, conditions, unread}: a Map of the lambda's name to how many there are (of
 *   very many, the first few); unread: how many lambdas were not read
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
    unread: Math.max(keys.unread, jobs.unread, conditions.unread),
  };
}

/** The ordering keys that are held, of lambdas that may have some. */
function heldKeys(lambdas, signal) {
  const holding = lambdas.filter(({ onFatal }) => onFatal === "HOLD");
  const read = (lambda, pageToken) =>
    atf.listKeys(lambda, { held: true, pageSize: PAGE, pageToken }, signal);
  return listRows({ lambda: "" }, holding, read, ({ keys }) => keys ?? []);
}

/** The first page is enough, because conditions that are not clear come first. */
async function firstConditions(lambda, signal) {
  return { ...(await atf.listConditions(lambda, signal)), nextPageToken: "" };
}

function countsOf(rows) {
  const counts = new Map();
  rows.forEach(({ lambda }) => counts.set(lambda, (counts.get(lambda) ?? 0) + 1));
  return counts;
}
