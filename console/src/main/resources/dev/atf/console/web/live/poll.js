const AFTER_FAILURE = 5_000;

/** Repeats some work while the page is looked at; one turn at a time. */
export class Poll {
  #work;
  #every;
  #timer = 0;
  #turn = null;
  #resume = () => this.#onVisibility();

  /**
   * @param work is given an AbortSignal; what it throws is its own affair to show
   * @param every milliseconds between the end of a turn and the next
   */
  constructor(work, every) {
    this.#work = work;
    this.#every = every;
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
      await this.#work(turn.signal);
    } catch (thrown) {
      if (thrown.name !== "AbortError") {
        pause = Math.max(pause, AFTER_FAILURE);
      }
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
