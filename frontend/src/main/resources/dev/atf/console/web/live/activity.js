import { call } from "../api/http.js";

/**
 * What happened lately, in points of equal length: tasks scheduled, started, ended, and how late
 * they were delivered.
 *
 * @param lambda empty: all that the caller may see
 * @param seconds how far back
 */
export async function activity(lambda, seconds, signal) {
  const answer = await call("GET", "/v1/activity", {
    query: { lambda, window: `${seconds}s` },
    signal,
  });
  // The last one is not over yet.
  return (answer.points ?? []).slice(0, -1).map(point);
}

function point(said) {
  const from = Date.parse(said.from);
  const until = Date.parse(said.until);
  const seconds = Math.max((until - from) / 1_000, 0.001);
  const count = (name) => Number(said[name] ?? 0);
  const late = said.deliveryMillis ?? {};
  return {
    at: until / 1_000,
    seconds,
    scheduled: count("scheduledCount"),
    started: count("startedCount"),
    succeeded: count("succeededCount"),
    failed: count("failedCount"),
    dead: count("deadCount"),
    p50: millis(late.p50),
    p95: millis(late.p95),
    p99: millis(late.p99),
  };
}

const millis = (said) => (said == null ? null : Number(said));
