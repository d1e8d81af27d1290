// Names and colours for the statuses of docs/lifecycle.md.

const STATUSES = {
  NEW: { name: "Waiting", tone: "wait" },
  ENQUEUED: { name: "Queued", tone: "queue" },
  CLAIMED: { name: "Claimed", tone: "run" },
  PROCESSING: { name: "Running", tone: "run" },
  RETRIABLE_FAILURE: { name: "Retrying", tone: "warn" },
  BLOCKED: { name: "Blocked", tone: "warn" },
  SUCCESS: { name: "Succeeded", tone: "good" },
  FATAL_FAILURE: { name: "Dead", tone: "bad" },
  CANCELLED: { name: "Cancelled", tone: "off" },
};

const PHASES = {
  CLOSED: { name: "Closed", tone: "bad" },
  HALF_OPEN: { name: "Half open", tone: "warn" },
  CLEAR: { name: "Clear", tone: "good" },
};

const GATES = {
  OPEN: { name: "Active", tone: "good" },
  PAUSED: { name: "Paused", tone: "warn" },
  DROPPING: { name: "Dropping", tone: "bad" },
};

export const statusOf = (status) => STATUSES[status] ?? { name: status ?? "Unknown", tone: "off" };

/** Returns the status of a task. A task that a gate dropped is not shown as dead. */
export const statusOfTask = (task) =>
  task.failure?.code === "DROPPED" ? { name: "Dropped", tone: "off" } : statusOf(task.status);

/** Returns the name and the colour for the phase of a condition. */
export const phaseOf = (phase) => PHASES[phase] ?? { name: phase ?? "Unknown", tone: "off" };

export const gateOf = (state) => GATES[state] ?? GATES.OPEN;

export const isRunning = (status) => status === "CLAIMED" || status === "PROCESSING";

export const isFinished = (status) =>
  status === "SUCCESS" || status === "FATAL_FAILURE" || status === "CANCELLED";
