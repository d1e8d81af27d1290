import * as atf from "../api/atf.js";
import { isFinished } from "../format/status.js";
import { readEach } from "./lists.js";

/** Maximum number of children whose state is read. Further children are shown as links only. */
export const READ_MAX = 20;

/** The first children of a task. Each is read again until it has finished. */
export class Children {
  /** Tasks by id; null: not created yet, no longer stored, or not visible to the caller. */
  #known = new Map();

  async read(ids, signal) {
    const open = ids.slice(0, READ_MAX).filter((id) => !isFinished(this.#known.get(id)?.status));
    const found = await readEach(open, (id) => find(id, signal));
    open.forEach((id, i) => this.#known.set(id, found[i]));
  }

  /** Whether any child may still change. */
  get areActive() {
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
