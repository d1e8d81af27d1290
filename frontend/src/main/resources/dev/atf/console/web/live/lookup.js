import * as atf from "../api/atf.js";
import { readEach, rowsOfLambda } from "./lists.js";

/** Maximum number of results of a group. */
export const FOUND_MAX = 20;
/** Maximum number of lambdas whose periodic tasks, keys and jobs are searched. */
export const LAMBDAS_MAX = 50;
/** Maximum number of pages of one list. A page ends with its shard, and a lambda has up to 256. */
export const PAGES_MAX = 256;
const PAGE = 100;

/**
 * Searches for names that contain a text.
 *
 * @param text the text, whose case is ignored
 * @param onResult gets the name of a group and its {rows, more, error} as soon as the group is
 *   searched; `more` is whether there may be further results
 */
export async function lookUp(text, signal, onResult) {
  const lowerCaseText = text.toLowerCase();
  const has = (...names) => names.some((name) => name?.toLowerCase().includes(lowerCaseText));
  const search = async (group, read) => {
    try {
      const { rows, more = false } = await read();
      const isCut = more || rows.length > FOUND_MAX;
      onResult(group, { rows: rows.slice(0, FOUND_MAX), more: isCut, error: null });
    } catch (error) {
      if (error.name !== "AbortError") {
        onResult(group, { rows: [], more: false, error });
      }
    }
  };
  const lambdas = atf.listLambdas(signal);
  const ofEach = async (read, rowsOf) => {
    const all = await lambdas;
    const found = await readEach(all.slice(0, LAMBDAS_MAX), ({ name }) =>
      rowsOfLambda(name, "", read, rowsOf, FOUND_MAX, PAGES_MAX),
    );
    return {
      rows: found.flatMap(({ rows }) => rows),
      more: all.length > LAMBDAS_MAX || found.some(({ next }) => next),
    };
  };
  const jobsIn = (state) =>
    ofEach(
      (lambda, pageToken) => atf.listJobs(lambda, { state, pageSize: PAGE, pageToken }, signal),
      ({ jobs = [] }) => jobs.filter(({ job }) => has(job)),
    );
  await Promise.all([
    search("lambdas", async () => ({
      rows: (await lambdas).filter(({ name, description }) => has(name, description)),
    })),
    search("periodic", () =>
      ofEach(
        (lambda, pageToken) => atf.listPeriodic(lambda, { pageSize: PAGE, pageToken }, signal),
        ({ tasks = [] }) => tasks.filter(({ name }) => has(name)),
      ),
    ),
    search("keys", () =>
      ofEach(
        (lambda, pageToken) => atf.listKeys(lambda, { pageSize: PAGE, pageToken }, signal),
        ({ keys = [] }) => keys.filter(({ key }) => has(key)),
      ),
    ),
    search("jobs", async () => {
      const [live, rest] = await Promise.all([jobsIn("live"), jobsIn("rest")]);
      return { rows: [...live.rows, ...rest.rows], more: live.more || rest.more };
    }),
    search("subscriptions", async () => ({
      rows: (await atf.listSubscriptions("", signal)).filter(({ name }) => has(name)),
    })),
    search("workers", async () => ({
      rows: (await atf.listWorkers(signal)).filter(({ place, host }) => has(place, host)),
    })),
  ]);
}
