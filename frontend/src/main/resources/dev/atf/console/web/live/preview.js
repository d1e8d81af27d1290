import * as atf from "../api/atf.js";

const QUIET = 300;

/** The next fires of a schedule while somebody types it; asked for when typing rests. */
export class FirePreview {
  #asked = "";
  #timer = 0;

  /** null: not known yet. */
  fires = null;

  /** What the server says against the schedule; null: nothing. */
  error = null;

  /**
   * Asks, unless it was asked for the same before.
   *
   * @param schedule null: none that could be asked for
   * @param redraw after an answer
   */
  see(lambda, schedule, redraw) {
    const wanted = schedule ? JSON.stringify([lambda, schedule]) : "";
    if (wanted === this.#asked) {
      return;
    }
    this.#asked = wanted;
    clearTimeout(this.#timer);
    if (schedule) {
      this.#timer = setTimeout(() => this.#ask(wanted, lambda, schedule, redraw), QUIET);
    }
  }

  async #ask(wanted, lambda, schedule, redraw) {
    let found = [];
    let error = null;
    try {
      found = (await atf.previewPeriodic(lambda, { schedule, count: 3 })).fires ?? [];
    } catch (thrown) {
      error = thrown;
    }
    if (wanted === this.#asked) {
      Object.assign(this, { fires: found, error });
      redraw();
    }
  }
}
