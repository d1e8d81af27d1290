import * as atf from "../api/atf.js";
import { isFinished } from "../format/status.js";
import { everywhere } from "./everywhere.js";

/** Those beyond it are links alone. */
export const LOOKED_AT = 20;

/** What became of a task's children: of the first few, looked at until they have ended. */
export class Children {
  /** By id: a task; null: forgotten, not made yet, or not for this reader. */
  #known = new Map();

  async look(ids, signal) {
    const open = ids.slice(0, LOOKED_AT).filter((id) => !isFinished(this.#known.get(id)?.status));
    const found = await everywhere(open, (id) => find(id, signal));
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
