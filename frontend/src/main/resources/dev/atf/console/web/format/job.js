// Names and colours for the statuses of jobs and of their steps.

const JOBS = {
  JOB_RUNNING: { name: "Running", tone: "run" },
  JOB_COMPENSATING: { name: "Reverting", tone: "warn" },
  JOB_STOPPING: { name: "Stopping", tone: "warn" },
  JOB_HELD: { name: "Held", tone: "bad" },
  JOB_SUCCEEDED: { name: "Succeeded", tone: "good" },
  JOB_FAILED: { name: "Failed", tone: "bad" },
  JOB_COMPENSATED: { name: "Reverted", tone: "off" },
  JOB_CANCELLED: { name: "Cancelled", tone: "off" },
};

const STEPS = {
  STEP_PENDING: { name: "Waiting", tone: "wait" },
  STEP_RUNNING: { name: "Running", tone: "run" },
  STEP_SUCCEEDED: { name: "Succeeded", tone: "good" },
  STEP_FAILED: { name: "Failed", tone: "bad" },
  STEP_SKIPPED: { name: "Skipped", tone: "off" },
  STEP_HELD: { name: "Held", tone: "bad" },
  STEP_COMPENSATING: { name: "Reverting", tone: "warn" },
  STEP_COMPENSATED: { name: "Reverted", tone: "off" },
  STEP_COMPENSATION_FAILED: { name: "Not reverted", tone: "bad" },
  STEP_CANCELLED: { name: "Cancelled", tone: "off" },
};

const GOALS = {
  GOAL_SUCCEEDED: "complete",
  GOAL_COMPENSATED: "revert what ran",
  GOAL_CANCELLED: "stop",
  GOAL_FAILED: "stop as failed",
};

const unknown = (status) => ({ name: status ?? "Unknown", tone: "off" });

export const jobStatusOf = (status, unreadable) =>
  unreadable ? { name: "Unreadable", tone: "bad" } : (JOBS[status] ?? unknown(status));

export const stepStatusOf = (status) => STEPS[status] ?? unknown(status);

export const goalOf = (goal) => GOALS[goal] ?? goal;

const ENDED = new Set(["JOB_SUCCEEDED", "JOB_FAILED", "JOB_COMPENSATED", "JOB_CANCELLED"]);

export const isJobEnded = (status) => ENDED.has(status);

/** Returns the units of a step: one for each item of a fan-out, otherwise its only task. */
export const unitsOf = (step) => (step.fansOut ? (step.items ?? []) : step.unit ? [step.unit] : []);

const DONE = new Set(["STEP_SUCCEEDED", "STEP_SKIPPED", "STEP_COMPENSATED"]);

/** Returns how many items of a fan-out are done, such as "12 of 30"; empty if it is no fan-out. */
export function shareOf(step) {
  if (!step.fansOut) {
    return "";
  }
  const items = unitsOf(step);
  return items.length
    ? `${items.filter(({ status }) => DONE.has(status)).length} of ${items.length}`
    : "for each item";
}
