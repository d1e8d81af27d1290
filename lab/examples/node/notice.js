// Writes for the supervisor until when this process may run. If the whole process is stopped, it
// cannot kill itself, and the supervisor kills it.
import { renameSync, writeFileSync } from 'node:fs';

const WRITE_MILLIS_MAX = 100;
const CORRECTIONS_MAX = 10;

export class Notice {
  /** @param {string} file file that the supervisor reads; empty: there is no supervisor */
  constructor(file) {
    this.file = file;
    this.sequence = 0;
  }

  /**
   * Writes the remaining time, and returns when it is written. The reader counts it from the time
   * at which it sees the file. If the write took long, the number is too large and is written again.
   *
   * @param {number} deadline in the time of `performance.now()`; Infinity: nothing is held
   * @param {number} heldSince start of the oldest attempt, in the same time
   */
  write(deadline, heldSince) {
    for (let tries = 0; this.file !== '' && tries < CORRECTIONS_MAX; tries++) {
      const readAt = performance.now();
      const left = Math.floor(deadline - readAt);
      const text = deadline === Infinity ? 'idle' : `${left} ${Math.floor(readAt - heldSince)}`;
      writeFileSync(`${this.file}.new`, `${++this.sequence} ${text}`);
      renameSync(`${this.file}.new`, this.file);
      if (performance.now() - readAt <= WRITE_MILLIS_MAX) {
        return;
      }
    }
  }
}
