// Settings of a worker, from its environment. Names, formats and defaults
// are those of Java's executors.
const MILLIS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function millis(name, otherwise) {
  const text = process.env[name] ?? otherwise;
  const parts = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/.exec(text);
  if (parts === null) {
    throw new Error(`${name}: ${text} is not a duration (expected: 2s, 500ms, 5m)`);
  }
  return Number(parts[1]) * MILLIS[parts[2]];
}

function count(name, otherwise) {
  const number = Number(process.env[name] ?? otherwise);
  if (!Number.isInteger(number) || number < 1) {
    throw new Error(`${name}: ${process.env[name]} (expected: a whole number from 1)`);
  }
  return number;
}

function required(name) {
  const text = process.env[name];
  if (!text) {
    throw new Error(`${name}: not set`);
  }
  return text;
}

/** @returns durations in milliseconds */
export function fromEnvironment() {
  return {
    lambda: required('ATF_LAMBDA'),
    controllerUri: process.env.ATF_CONTROLLER_URI ?? 'http://127.0.0.1:8082',
    hscUri: process.env.ATF_HSC_URI ?? 'http://127.0.0.1:8081',
    slots: count('ATF_THREADS', 4),
    nextWorkWait: millis('ATF_NEXT_WORK_WAIT', '20s'),
    heartbeatInterval: millis('ATF_LEASE_HEARTBEAT_INTERVAL', '5s'),
    callTimeout: millis('ATF_LEASE_CALL_TIMEOUT', '2s'),
    missedHeartbeatsMax: count('ATF_LEASE_MISSED_HEARTBEATS_MAX', 3),
    deadlineFile: process.env.ATF_DEADLINE_FILE ?? '',
    endWithParent: process.env.ATF_END_WITH_PARENT === 'true',
  };
}
