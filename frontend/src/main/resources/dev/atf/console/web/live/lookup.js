import * as atf from "../api/atf.js";
import { readEach } from "./lists.js";

/** Maximum number of lambdas whose periodic tasks, keys and jobs are searched. */
const LAMBDAS_MAX = 50;
const PAGE = 100;
const FOUND_MAX = 20;

/**
 * Searches for names that contain a text. Only the first page of each list is searched.
 *
 * @param text the text, whose case is ignored
 * @param onResult gets the name of a group and its {rows, error} as soon as the group is searched
 */
export async function lookUp(text, signal, onResult) {
  const lowerCaseText = text.toLowerCase();
  const has = (...names) => names.some((name) => name?.toLowerCase().includes(lowerCaseText));
  const search = async (group, read) => {
    try {
      onResult(group, { rows: (await read()).slice(0, FOUND_MAX), error: null });
    } catch (error) {
      if (error.name !== "AbortError") {
        onResult(group, { rows: [], error });
      }
    }
  };
  const lambdas = atf.listLambdas(signal);
  const ofEach = async (read) => {
    const some = (await lambdas).slice(0, LAMBDAS_MAX);
    return (await readEach(some, ({ name }) => read(name))).flat();
  };
  await Promise.all([
    search("lambdas", async () =>
      (await lambdas).filter(({ name, description }) => has(name, description)),
    ),
    search("periodic", () =>
      ofEach(async (lambda) =>
        ((await atf.listPeriodic(lambda, { pageSize: PAGE }, signal)).tasks ?? []).filter(
          ({ name }) => has(name),
        ),
      ),
    ),
    search("keys", () =>
      ofEach(async (lambda) =>
        ((await atf.listKeys(lambda, { pageSize: PAGE }, signal)).keys ?? []).filter(({ key }) =>
          has(key),
        ),
      ),
    ),
    search("jobs", async () => {
      const each = ["live", "rest"].map((state) =>
        ofEach(async (lambda) =>
          ((await atf.listJobs(lambda, { state, pageSize: PAGE }, signal)).jobs ?? []).filter(
            ({ job }) => has(job),
          ),
        ),
      );
      return (await Promise.all(each)).flat();
    }),
    search("subscriptions", async () =>
      (await atf.listSubscriptions("", signal)).filter(({ name }) => has(name)),
    ),
    search("workers", async () =>
      (await atf.listWorkers(signal)).filter(({ place, host }) => has(place, host)),
    ),
  ]);
}
