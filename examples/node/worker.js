// A lambda's program, as `atf worker` starts it: settings in the environment, SIGTERM drains.
import { load } from './api.js';
import { Executor } from './executor.js';

const { ATF_CONTROLLER_URI, ATF_HSC_URI, ATF_LAMBDA, ATF_PROTOSET } = process.env;

async function reverse(payload, context) {
  if (typeof payload.text !== 'string') {
    throw Object.assign(new Error('text: not a string'), { code: 'TEXT_INVALID', fatal: true });
  }
  context.signal.throwIfAborted();
  return { text: [...payload.text].reverse().join(''), by: 'node' };
}

const executor = new Executor(load(ATF_PROTOSET), {
  controllerUri: ATF_CONTROLLER_URI,
  hscUri: ATF_HSC_URI,
  lambda: ATF_LAMBDA,
  slots: 4,
  handler: reverse,
});

process.on('SIGTERM', () => executor.drain());
console.log('executor ready');
await executor.run();
