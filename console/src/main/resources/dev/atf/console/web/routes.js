import { costs } from "./page/costs.js";
import { job } from "./page/job.js";
import { jobs } from "./page/jobs.js";
import { lambda } from "./page/lambda.js";
import { lambdas } from "./page/lambdas.js";
import { missing } from "./page/missing.js";
import { overview } from "./page/overview.js";
import { task } from "./page/task.js";
import { tasks } from "./page/tasks.js";

const ROUTES = [
  [/^\/console\/?$/, overview],
  [/^\/console\/lambdas\/?$/, lambdas],
  [/^\/console\/lambdas\/([^/]+)$/, lambda],
  [/^\/console\/lambdas\/([^/]+)\/jobs\/([^/]+)$/, job],
  [/^\/console\/jobs\/?$/, jobs],
  [/^\/console\/tasks\/?$/, tasks],
  [/^\/console\/tasks\/([^/]+)$/, task],
  [/^\/console\/costs\/?$/, costs],
];

/**
 * The page of an address: {title(), view(), close()}.
 *
 * @param context redraw(), failed(error) and go(href)
 */
export function pageOf(url, context) {
  for (const [pattern, open] of ROUTES) {
    const match = pattern.exec(url.pathname);
    if (match) {
      const [name, inner] = [1, 2].map((place) => decodeURIComponent(match[place] ?? ""));
      return open({ name, inner, query: url.searchParams, ...context });
    }
  }
  return missing();
}
