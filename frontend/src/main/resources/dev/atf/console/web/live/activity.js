import { call } from "../api/http.js";

/**
 * Reads the recent activity in intervals of equal length: how many tasks were scheduled, started
 * and finished, and how late they were delivered.
 *
 * @param lambda empty: all lambdas that the caller may see
 * @param seconds the length of all intervals together
 */
export async function activity(lambda, seconds, signal) {
  const answer = await call("GET", "/v1/activity", {
    query: { lambda, window: `${seconds}s` },
    signal,
  });
  // The last interval has not ended yet.
  return (answer.points ?? []).slice(0, -1).map(pointOf);
}

function pointOf(interval) {
  const from = Date.parse(interval.from);
  const until = Date.parse(interval.until);
  const seconds = Math.max((until - from) / 1_000, 0.001);
  const count = (name) => Number(interval[name] ?? 0);
  const latency = interval.deliveryMillis ?? {};
  return {
    at: until / 1_000,
    seconds,
    scheduled: count("scheduledCount"),
    started: count("startedCount"),
    succeeded: count("succeededCount"),
    failed: count("failedCount"),
    dead: count("deadCount"),
    p50: millis(latency.p50),
    p95: millis(latency.p95),
    p99: millis(latency.p99),
  };
}

const millis = (value) => (value == null ? null : Number(value));
