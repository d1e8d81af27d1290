const AFTER_FAILURE = 5_000;

/** Reads again and again while the page is looked at; one turn at a time, shown when it ends. */
export class Poll {
  #read;
  #every;
  #redraw;
  #failed;
  #timer = 0;
  #turn = null;
  #resume = () => this.#onVisibility();

  /** Why the latest turn failed; null if it did not. */
  error = null;

  /**
   * @param read is given an AbortSignal
   * @param every milliseconds between the end of a turn and the next
   * @param page redraw: after each turn; failed: is given what a turn throws
   */
  constructor(read, every, { redraw, failed = () => {} }) {
    this.#read = read;
    this.#every = every;
    this.#redraw = redraw;
    this.#failed = failed;
  }

  start() {
    document.addEventListener("visibilitychange", this.#resume);
    this.now();
    return this;
  }

  /** Turns at once; a turn under way is given up. */
  async now() {
    clearTimeout(this.#timer);
    this.#turn?.abort();
    const turn = (this.#turn = new AbortController());
    let pause = this.#every;
    try {
      await this.#read(turn.signal);
      this.error = null;
    } catch (thrown) {
      if (thrown.name !== "AbortError") {
        this.error = thrown;
        this.#failed(thrown);
        pause = Math.max(pause, AFTER_FAILURE);
      }
    } finally {
      this.#redraw();
    }
    if (this.#turn === turn && !document.hidden) {
      this.#timer = setTimeout(() => this.now(), pause);
    }
  }

  stop() {
    document.removeEventListener("visibilitychange", this.#resume);
    clearTimeout(this.#timer);
    this.#turn?.abort();
    this.#turn = null;
  }

  #onVisibility() {
    if (document.hidden) {
      clearTimeout(this.#timer);
    } else {
      this.now();
    }
  }
}
