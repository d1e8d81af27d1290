import * as atf from "../api/atf.js";
import { many } from "../format/number.js";
import { readEach } from "./lists.js";

/** Reads all lambdas that the caller may see, with their live figures. */
export async function fleet(signal) {
  return readEach(await atf.listLambdas(signal), ({ name }) => atf.getLambda(name, signal));
}

/** Adds up the live figures of lambdas. */
export function totals(lambdas) {
  const sum = { pending: 0, queued: 0, dead: 0, oldest: 0, workers: 0 };
  for (const { live } of lambdas) {
    sum.dead += Number(live?.dead ?? 0);
    sum.workers += Number(live?.controllers ?? 0);
    for (const each of live?.priorities ?? []) {
      sum.pending += Number(each.pending);
      sum.queued += Number(each.queued);
      sum.oldest = Math.max(sum.oldest, Number.parseFloat(each.oldestDueAge ?? "0") * 1_000);
    }
  }
  return sum;
}

/** Describes executors that exit soon after their start; empty if there are none. */
export function failingExecutors({ live }) {
  const own = live?.executors;
  if (!own?.failing) {
    return "";
  }
  const lastLine = own.lastError ? `; last line on standard error: ${own.lastError}` : "";
  const one = own.failing === 1;
  const exits =
    own.deathsInARow > 1
      ? `${one ? "keeps" : "keep"} exiting: ${own.deathsInARow} deaths in a row, the last`
      : `exited soon after ${one ? "its" : "their"} start,`;
  return `${own.failing} of ${many(own.wanted ?? 0, "executor")} on host ${own.host} ${exits} with ${own.how}${lastLine}`;
}

/** Returns the gate of the whole lambda, if it is not open. */
export const gateOfLambda = (lambda) =>
  (lambda.gates ?? []).find((gate) => !gate.collection && gate.state !== "OPEN");

/** Returns the gates of its collections that are not open. */
export const gatesOfCollections = (lambda) =>
  (lambda.gates ?? []).filter((gate) => gate.collection && gate.state !== "OPEN");
