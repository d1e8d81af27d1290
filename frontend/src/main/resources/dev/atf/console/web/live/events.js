import { ApiError } from "../api/error.js";
import { headers } from "../api/http.js";

const RETRY_AFTER = 3_000;

/**
 * Follows transitions as server-sent events, and reconnects when the stream ends. It reads the
 * stream with fetch, because an EventSource cannot send a token.
 */
export class Events {
  #query;
  #onTransition;
  #stream = null;
  #timer = 0;
  #cursor = "";

  /**
   * @param query {lambda, taskId}, both optional
   * @param onTransition gets each transition, and null if some transitions were lost
   */
  constructor(query, onTransition) {
    this.#query = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
    this.#onTransition = onTransition;
    /** "connecting", "live", "lost", or "missing" if the server refused the stream. */
    this.state = "connecting";
  }

  open() {
    this.#follow();
    return this;
  }

  close() {
    clearTimeout(this.#timer);
    this.#stream?.abort();
    this.#stream = null;
  }

  async #follow() {
    const stream = (this.#stream = new AbortController());
    try {
      const response = await fetch(`/v1/events?${this.#query}`, {
        headers: {
          ...headers(),
          accept: "text/event-stream",
          ...(this.#cursor ? { "last-event-id": this.#cursor } : {}),
        },
        signal: stream.signal,
        cache: "no-store",
      });
      if (!response.ok) {
        throw new ApiError(response.status, await response.json().catch(() => null));
      }
      this.state = "live";
      await this.#read(response.body);
      this.state = "lost";
    } catch (thrown) {
      if (thrown.name === "AbortError") {
        return;
      }
      const refused = thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500;
      this.state = refused ? "missing" : "lost";
    }
    if (this.#stream === stream && this.state === "lost") {
      this.#timer = setTimeout(() => this.#follow(), RETRY_AFTER);
    }
  }

  async #read(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      const messages = (rest + value).split(/\r?\n\r?\n/);
      rest = messages.pop();
      messages.forEach((message) => this.#dispatch(message));
    }
  }

  #dispatch(message) {
    const fields = { data: "", event: "", id: this.#cursor };
    for (const line of message.split(/\r?\n/)) {
      const colon = line.indexOf(":");
      fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
    }
    this.#cursor = fields.id;
    if (fields.event === "gap") {
      this.#onTransition(null);
    } else if (!fields.event && fields.data) {
      this.#onTransition(JSON.parse(fields.data));
    }
  }
}
