// Tells the supervisor until when this process may run: it kills one that stands still as a whole,
// and so cannot kill itself.
import { renameSync, writeFileSync } from 'node:fs';

const WRITE_MILLIS_MAX = 100;
const CORRECTIONS_MAX = 10;

export class Notice {
  /** @param {string} file empty: nobody listens */
  constructor(file) {
    this.file = file;
    this.sequence = 0;
  }

  /**
   * Returns when it is told. The reader counts from when it sees the file, so what was long in
   * writing says too much, and is written again.
   *
   * @param {number} deadline and
   * @param {number} heldSince of `performance.now()`; Infinity: nothing is held
   */
  tell(deadline, heldSince) {
    for (let tries = 0; this.file !== '' && tries < CORRECTIONS_MAX; tries++) {
      const readAt = performance.now();
      const left = Math.floor(deadline - readAt);
      const said = deadline === Infinity ? 'idle' : `${left} ${Math.floor(readAt - heldSince)}`;
      writeFileSync(`${this.file}.new`, `${++this.sequence} ${said}`);
      renameSync(`${this.file}.new`, this.file);
      if (performance.now() - readAt <= WRITE_MILLIS_MAX) {
        return;
      }
    }
  }
}
