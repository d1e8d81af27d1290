// Actions on one job. Each asks for confirmation, and returns whether anything was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

export async function cancel({ lambda, job }) {
  const done = await ask({
    title: `Cancel job ${job}?`,
    text: "No further task starts, and running tasks are asked to stop.",
    fields: [
      {
        name: "then",
        label: "Finished steps",
        kind: "choice",
        value: "revert",
        options: [
          { value: "revert", name: "Are reverted" },
          { value: "stay", name: "Stay" },
        ],
      },
    ],
    verb: "Cancel the job",
    danger: true,
    command: ({ then }) => [
      "job",
      "cancel",
      lambda,
      job,
      ...(then === "revert" ? ["--compensate"] : []),
    ],
    act: ({ then }) => atf.cancelJob(lambda, job, then === "revert"),
  });
  return notifyDone(done, "The job is being cancelled");
}

export async function hold({ lambda, job }) {
  const done = await ask({
    title: `Hold job ${job}?`,
    text: "Running tasks continue to their end. No further task starts until the job is resumed.",
    verb: "Hold",
    command: () => ["job", "hold", lambda, job],
    act: () => atf.holdJob(lambda, job, false),
  });
  return notifyDone(done, "The job is held");
}

export async function resume({ lambda, job }) {
  const done = await ask({
    title: `Resume job ${job}?`,
    text: "Steps that are ready start.",
    verb: "Resume",
    command: () => ["job", "resume", lambda, job],
    act: () => atf.holdJob(lambda, job, true),
  });
  return notifyDone(done, "The job is resumed");
}

/**
 * @param step the step to retry, with all steps after it; undefined: every failed or held step
 */
export async function retry({ lambda, job }, step) {
  const done = await ask({
    title: step ? `Retry job ${job} from ${step}?` : `Retry what failed of job ${job}?`,
    text: step
      ? "This step and all steps after it run again, including those that succeeded."
      : "Each step that failed or is held is retried.",
    verb: "Retry",
    command: () => ["job", "retry", lambda, job, ...options({ "--from": step })],
    act: () => atf.retryJob(lambda, job, step),
  });
  return notifyDone(done, "The job is retried");
}

export async function skip({ lambda, job }, step) {
  const done = await ask({
    title: `Skip step ${step}?`,
    text: "It counts as done, and later steps run without its result. A held compensation counts as reverted.",
    verb: "Skip the step",
    danger: true,
    command: () => ["job", "skip", lambda, job, step],
    act: () => atf.skipStep(lambda, job, step),
  });
  return notifyDone(done, `${step} is skipped`);
}

export async function patch({ lambda, job }, step) {
  const done = await ask({
    title: `Replace the input of ${step}`,
    text: "The next try of the step gets this input.",
    fields: [{ name: "json", label: "JSON", kind: "json", value: "{}", required: true }],
    verb: "Replace the input",
    command: ({ json }) => ["job", "patch", lambda, job, step, "--payload", JSON.stringify(json)],
    act: ({ json }) => atf.patchInput(lambda, job, step, json),
  });
  return notifyDone(done, `The input of ${step} is replaced`);
}

function notifyDone(done, text) {
  if (done) {
    notify(text);
  }
  return Boolean(done);
}
