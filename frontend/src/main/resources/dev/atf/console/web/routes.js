import { job } from "./page/job.js";
import { jobs } from "./page/jobs.js";
import { key } from "./page/key.js";
import { keys } from "./page/keys.js";
import { lambda } from "./page/lambda.js";
import { lambdas } from "./page/lambdas.js";
import { missing } from "./page/missing.js";
import { overview } from "./page/overview.js";
import { periodic } from "./page/periodic.js";
import { periodics } from "./page/periodics.js";
import { search } from "./page/search.js";
import { subscription } from "./page/subscription.js";
import { subscriptions } from "./page/subscriptions.js";
import { task } from "./page/task.js";
import { tasks } from "./page/tasks.js";
import { worker } from "./page/worker.js";
import { workers } from "./page/workers.js";

/** Path, page, and the navigation entry that is current on that page; null: none. */
const ROUTES = [
  [/^\/console\/?$/, overview, "/console/"],
  [/^\/console\/lambdas\/?$/, lambdas, "/console/lambdas"],
  [/^\/console\/lambdas\/([^/]+)$/, lambda, "/console/lambdas"],
  [/^\/console\/lambdas\/([^/]+)\/jobs\/([^/]+)$/, job, "/console/jobs"],
  [/^\/console\/lambdas\/([^/]+)\/periodic\/([^/]+)$/, periodic, "/console/periodic"],
  // The key is in the query because it may be any text, and "." and "/" have a meaning in a path.
  [/^\/console\/lambdas\/([^/]+)\/keys\/?$/, key, "/console/keys"],
  [/^\/console\/jobs\/?$/, jobs, "/console/jobs"],
  [/^\/console\/keys\/?$/, keys, "/console/keys"],
  [/^\/console\/periodic\/?$/, periodics, "/console/periodic"],
  [/^\/console\/search\/?$/, search, null],
  [/^\/console\/subscriptions\/?$/, subscriptions, "/console/subscriptions"],
  [/^\/console\/subscriptions\/([^/]+)$/, subscription, "/console/subscriptions"],
  [/^\/console\/tasks\/?$/, tasks, "/console/tasks"],
  [/^\/console\/tasks\/([^/]+)$/, task, "/console/tasks"],
  [/^\/console\/workers\/?$/, workers, "/console/workers"],
  [/^\/console\/workers\/([^/]+)$/, worker, "/console/workers"],
];

/**
 * Opens the page of an address.
 *
 * @param context {redraw(), failed(error), go(href)}
 * @returns {title(), view(), close()}
 */
export function pageOf(url, context) {
  for (const [pattern, open] of ROUTES) {
    const match = pattern.exec(url.pathname);
    if (match) {
      const names = namesIn(match);
      return names ? open({ ...names, query: url.searchParams, ...context }) : missing();
    }
  }
  return missing();
}

/** Returns the names in a path; null if they are not encoded correctly. */
function namesIn([, name = "", inner = ""]) {
  try {
    return { name: decodeURIComponent(name), inner: decodeURIComponent(inner) };
  } catch {
    return null;
  }
}

/** Returns the navigation entry that is current at a path; null if there is none. */
export const placeOf = (path) => ROUTES.find(([pattern]) => pattern.test(path))?.[2] ?? null;
