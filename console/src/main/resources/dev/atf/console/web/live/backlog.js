import { totals } from "./fleet.js";

const SAMPLES_MAX = 1_800;

/** The backlog as this tab has seen it: [{at, pending, queued, dead}]. */
export class Backlog {
  samples = [];

  /** @param lambdas with their live figures */
  see(lambdas) {
    this.samples.push({ at: Date.now() / 1_000, ...totals(lambdas) });
    if (this.samples.length > SAMPLES_MAX) {
      this.samples.shift();
    }
  }
}

/** Of all lambdas together; it outlives the page, so that who comes back sees a line. */
export const wholeBacklog = new Backlog();
