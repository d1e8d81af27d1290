// A lambda's program, as `atf up` and `atf worker` start it.
import { setTimeout as sleep } from 'node:timers/promises';
import { Executor } from './executor.js';
import { fromEnvironment } from './settings.js';

async function reverse({ text, pauseMillis = 0 }, { signal }) {
  if (typeof text !== 'string') {
    throw Object.assign(new Error('text: not a string'), { code: 'TEXT_INVALID', fatal: true });
  }
  await sleep(pauseMillis, undefined, { signal });
  return { text: [...text].reverse().join(''), by: 'node' };
}

const settings = fromEnvironment();
const executor = new Executor(settings, reverse);
const drain = () => executor.drain();
process.on('SIGTERM', drain);
if (settings.endWithParent) {
  // The supervisor holds the other end of standard input. If the supervisor dies, this
  // process drains and exits.
  process.stdin.on('end', drain).resume();
}
await executor.run();
process.exit(0);
