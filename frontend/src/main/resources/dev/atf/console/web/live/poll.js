const AFTER_FAILURE = 5_000;

/** Repeats a read while the page is visible, one at a time, and redraws the page after each. */
export class Poll {
  #read;
  #every;
  #redraw;
  #failed;
  #timer = 0;
  #current = null;
  #stopped = false;
  #listener = () => this.#onVisibility();

  /** The error of the latest read; null if it succeeded. */
  error = null;

  /**
   * @param read gets an AbortSignal
   * @param every milliseconds between the end of a read and the next one
   * @param page redraw() is called after each read, failed(error) if a read fails
   */
  constructor(read, every, { redraw, failed = () => {} }) {
    this.#read = read;
    this.#every = every;
    this.#redraw = redraw;
    this.#failed = failed;
  }

  start() {
    document.addEventListener("visibilitychange", this.#listener);
    this.now();
    return this;
  }

  /** Reads immediately. A read in flight is aborted. */
  async now() {
    if (this.#stopped) {
      return;
    }
    clearTimeout(this.#timer);
    this.#current?.abort();
    const current = (this.#current = new AbortController());
    let pause = this.#every;
    try {
      await this.#read(current.signal);
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
    if (this.#current === current && !document.hidden) {
      this.#timer = setTimeout(() => this.now(), pause);
    }
  }

  stop() {
    this.#stopped = true;
    document.removeEventListener("visibilitychange", this.#listener);
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = null;
  }

  #onVisibility() {
    if (document.hidden) {
      clearTimeout(this.#timer);
    } else {
      this.now();
    }
  }
}
