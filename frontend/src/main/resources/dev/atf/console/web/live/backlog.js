import { totals } from "./fleet.js";

const SAMPLES_MAX = 1_800;

/** Samples of the backlog, collected while this tab is open. */
export class Backlog {
  /** The times in seconds, and the numbers of unfinished, queued and dead tasks. */
  lines = [[], [], [], []];

  /** @param lambdas with their live figures */
  record(lambdas) {
    const { pending, queued, dead } = totals(lambdas);
    const sample = [Date.now() / 1_000, pending, queued, dead];
    this.lines = this.lines.map((line, i) => [...line, sample[i]].slice(-SAMPLES_MAX));
  }
}

/** The backlog of all lambdas. It outlives the page, so that the chart keeps its samples. */
export const wholeBacklog = new Backlog();
