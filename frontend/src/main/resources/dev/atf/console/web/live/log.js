import * as atf from "../api/atf.js";

/** Characters that are shown of a log; of a longer one the end. */
const SHOWN_MAX = 256 * 1024;

const ROUNDS_MAX = 8;

/** The log of a task's latest attempt, as far as it has been read. */
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

  /** Reads what has come since. */
  async read(signal) {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const answer = await atf.getTaskLog(
        this.id,
        { after: this.after, follow: this.following },
        signal,
      );
      const attempt = answer.attempt ?? 0;
      if (attempt !== this.attempt) {
        const other = this.after > 0;
        Object.assign(this, { attempt, text: "", after: 0, complete: false, cut: false });
        if (other) {
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
