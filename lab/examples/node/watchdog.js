// Kills this process at its deadline, even while a handler keeps the event loop busy. A separate
// thread checks the time.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const CHECK_EVERY_MILLIS = 200;

const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const deadline = new BigInt64Array(workerData.shared);
setInterval(() => {
  const at = Atomics.load(deadline, 0);
  if (at !== 0n && process.hrtime.bigint() > at) process.kill(process.pid, 'SIGKILL');
}, workerData.every);
parentPort.postMessage('started');
`;

export class Watchdog {
  /** Returns when the thread runs. Only its start needs the event loop. */
  static async started() {
    const shared = new SharedArrayBuffer(8);
    const workerData = { shared, every: CHECK_EVERY_MILLIS };
    const thread = new Worker(THREAD, { eval: true, execArgv: [], workerData });
    await once(thread, 'message');
    thread.unref();
    return new Watchdog(thread, new BigInt64Array(shared));
  }

  constructor(thread, deadline) {
    this.thread = thread;
    this.deadline = deadline;
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
