import * as atf from "../api/atf.js";

const DEBOUNCE = 300;

/** The next fires of a schedule that a user is typing. They are requested when typing pauses. */
export class FirePreview {
  #requested = "";
  #timer = 0;

  /** The next fires; null: not known yet. */
  fires = null;

  /** The error of the server for this schedule; null: none. */
  error = null;

  /**
   * Requests the fires of a schedule, unless the latest request was for the same schedule.
   *
   * @param schedule null: there is no valid schedule yet
   * @param redraw called after the response
   */
  update(lambda, schedule, redraw) {
    const key = schedule ? JSON.stringify([lambda, schedule]) : "";
    if (key === this.#requested) {
      return;
    }
    this.#requested = key;
    clearTimeout(this.#timer);
    if (schedule) {
      this.#timer = setTimeout(() => this.#request(key, lambda, schedule, redraw), DEBOUNCE);
    }
  }

  async #request(key, lambda, schedule, redraw) {
    let fires = [];
    let error = null;
    try {
      fires = (await atf.previewPeriodic(lambda, { schedule, count: 3 })).fires ?? [];
    } catch (thrown) {
      error = thrown;
    }
    if (key === this.#requested) {
      Object.assign(this, { fires, error });
      redraw();
    }
  }
}
