import * as atf from "../api/atf.js";

/** Maximum number of characters of a log to show. Of a longer log, only the end is shown. */
const SHOWN_MAX = 256 * 1024;

const ROUNDS_MAX = 8;

/** The part of the log of a task's latest attempt that has been read. */
export class Log {
  constructor(id) {
    this.id = id;
    this.text = "";
    this.attempt = 0;
    this.after = 0;
    this.complete = false;
    this.cut = false;
    this.following = false;
    this.notice = "";
  }

  /** Reads the parts that arrived since the last call. */
  async read(signal) {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const answer = await atf.getTaskLog(
        this.id,
        { after: this.after, follow: this.following },
        signal,
      );
      const attempt = answer.attempt ?? 0;
      if (attempt !== this.attempt) {
        const hadOffset = this.after > 0;
        Object.assign(this, { attempt, text: "", after: 0, complete: false, cut: false });
        if (hadOffset) {
          // These parts were read from an offset in the log of the previous attempt.
          continue;
        }
      }
      const parts = answer.parts ?? [];
      this.text += parts.map((part) => part.text ?? "").join("");
      if (this.text.length > SHOWN_MAX) {
        this.text = this.text.slice(-SHOWN_MAX);
        this.cut = true;
      }
      this.after = answer.nextAfter ?? this.after;
      this.complete ||= Boolean(answer.complete);
      this.notice = answer.notice ?? "";
      if (!parts.length || this.complete) {
        return;
      }
    }
  }
}
