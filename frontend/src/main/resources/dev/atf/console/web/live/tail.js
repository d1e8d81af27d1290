import { Events } from "./events.js";

const KEPT = 50;

/** The latest transitions, with the newest first. It redraws at most four times a second. */
export class Tail {
  #events;
  #redraw;
  #timer = 0;
  #nextKey = 1;

  constructor(query, redraw) {
    this.#redraw = redraw;
    this.latest = [];
    this.#events = new Events(query, (transition) => this.#add(transition)).open();
  }

  get state() {
    return this.#events.state;
  }

  close() {
    clearTimeout(this.#timer);
    this.#events.close();
  }

  #add(transition) {
    if (!transition) {
      return;
    }
    this.latest.unshift({ ...transition, key: this.#nextKey++ });
    this.latest.length = Math.min(this.latest.length, KEPT);
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#redraw();
    }, 250);
  }
}
