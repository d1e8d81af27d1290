// Kills this process at its deadline, also while a handler keeps the event loop busy: a thread of
// its own looks at the time.
import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MILLIS = 200;

const THREAD = `
const { workerData } = require('node:worker_threads');
const deadline = new BigInt64Array(workerData.shared);
setInterval(() => {
  const at = Atomics.load(deadline, 0);
  if (at !== 0n && process.hrtime.bigint() > at) process.kill(process.pid, 'SIGKILL');
}, workerData.every);
`;

export class Watchdog {
  constructor() {
    const shared = new SharedArrayBuffer(8);
    this.deadline = new BigInt64Array(shared);
    this.thread = new Worker(THREAD, {
      eval: true,
      workerData: { shared, every: LOOK_EVERY_MILLIS },
    });
    this.thread.unref();
  }

  /** @param {number} millis from now; Infinity: nothing runs */
  set(millis) {
    const at =
      millis === Infinity
        ? 0n
        : process.hrtime.bigint() + BigInt(Math.max(1, Math.floor(millis * 1e6)));
    Atomics.store(this.deadline, 0, at);
  }

  close() {
    return this.thread.terminate();
  }
}
