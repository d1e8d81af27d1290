import { totals } from "./fleet.js";

const SAMPLES_MAX = 1_800;

/** The backlog as this tab has seen it. */
export class Backlog {
  /** Times in seconds, then what was unfinished, referred to in queues, and dead. */
  lines = [[], [], [], []];

  /** @param lambdas with their live figures */
  see(lambdas) {
    const { pending, queued, dead } = totals(lambdas);
    const seen = [Date.now() / 1_000, pending, queued, dead];
    this.lines = this.lines.map((line, i) => [...line, seen[i]].slice(-SAMPLES_MAX));
  }
}

/** Of all lambdas together; it outlives the page, so that who comes back sees a line. */
export const wholeBacklog = new Backlog();
