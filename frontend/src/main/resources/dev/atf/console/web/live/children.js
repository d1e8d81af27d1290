import * as atf from "../api/atf.js";
import { isFinished } from "../format/status.js";
import { readEach } from "./lists.js";

/** Further children are shown as links only. */
export const READ_MAX = 20;

/** States of the first children of a task, read until they have ended. */
export class Children {
  /** By id: a task; null: no longer stored, not created yet, or not visible to this reader. */
  #known = new Map();

  async read(ids, signal) {
    const open = ids.slice(0, READ_MAX).filter((id) => !isFinished(this.#known.get(id)?.status));
    const found = await readEach(open, (id) => find(id, signal));
    open.forEach((id, i) => this.#known.set(id, found[i]));
  }

  /** Whether one of them may still change. */
  get areUnderWay() {
    return [...this.#known.values()].some((task) => task && !isFinished(task.status));
  }

  of(id) {
    return this.#known.get(id) ?? null;
  }
}

const find = (id, signal) =>
  atf.getTask(id, signal).catch((error) => {
    if (error.isNotFound || error.isDenied) {
      return null;
    }
    throw error;
  });
