import * as atf from "../api/atf.js";
import { readEach } from "./lists.js";

/** Maximum of lambdas whose periodic tasks, keys and jobs are searched, one page of each list. */
const LAMBDAS_MAX = 50;
const PAGE = 100;
const FOUND_MAX = 20;

/**
 * What has a text in its name, group by group: a page of each list is looked through, no more.
 *
 * @param text of any case
 * @param found is given the name of a group, {rows, error}, as soon as it is known
 */
export async function lookUp(text, signal, found) {
  const wanted = text.toLowerCase();
  const has = (...names) => names.some((name) => name?.toLowerCase().includes(wanted));
  const tell = async (group, read) => {
    try {
      found(group, { rows: (await read()).slice(0, FOUND_MAX), error: null });
    } catch (error) {
      if (error.name !== "AbortError") {
        found(group, { rows: [], error });
      }
    }
  };
  const lambdas = atf.listLambdas(signal);
  const ofEach = async (read) => {
    const some = (await lambdas).slice(0, LAMBDAS_MAX);
    return (await readEach(some, ({ name }) => read(name))).flat();
  };
  await Promise.all([
    tell("lambdas", async () =>
      (await lambdas).filter(({ name, description }) => has(name, description)),
    ),
    tell("periodic", () =>
      ofEach(async (lambda) =>
        ((await atf.listPeriodic(lambda, { pageSize: PAGE }, signal)).tasks ?? []).filter(
          ({ name }) => has(name),
        ),
      ),
    ),
    tell("keys", () =>
      ofEach(async (lambda) =>
        ((await atf.listKeys(lambda, { pageSize: PAGE }, signal)).keys ?? []).filter(({ key }) =>
          has(key),
        ),
      ),
    ),
    tell("jobs", async () => {
      const each = ["live", "rest"].map((state) =>
        ofEach(async (lambda) =>
          ((await atf.listJobs(lambda, { state, pageSize: PAGE }, signal)).jobs ?? []).filter(
            ({ job }) => has(job),
          ),
        ),
      );
      return (await Promise.all(each)).flat();
    }),
    tell("subscriptions", async () =>
      (await atf.listSubscriptions("", signal)).filter(({ name }) => has(name)),
    ),
    tell("workers", async () =>
      (await atf.listWorkers(signal)).filter(({ place, host }) => has(place, host)),
    ),
  ]);
}
