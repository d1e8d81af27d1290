// What people do to one job. Each asks first, and answers whether something was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { ask } from "../view/dialog.js";
import { say } from "../view/say.js";

export async function cancel({ lambda, job }) {
  const done = await ask({
    title: `Cancel job ${job}?`,
    text: "Nothing new is started, and what runs is asked to stop.",
    fields: [
      {
        name: "then",
        label: "What ran",
        kind: "choice",
        value: "revert",
        options: [
          { value: "revert", name: "Is reverted" },
          { value: "stay", name: "Stays" },
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
  return told(done, "The job is being cancelled");
}

export async function hold({ lambda, job }) {
  const done = await ask({
    title: `Hold job ${job}?`,
    text: "What runs ends; nothing new is started until it is resumed.",
    verb: "Hold",
    command: () => ["job", "hold", lambda, job],
    act: () => atf.holdJob(lambda, job, false),
  });
  return told(done, "The job is held");
}

export async function resume({ lambda, job }) {
  const done = await ask({
    title: `Resume job ${job}?`,
    text: "Steps that are ready are started.",
    verb: "Resume",
    command: () => ["job", "resume", lambda, job],
    act: () => atf.holdJob(lambda, job, true),
  });
  return told(done, "The job is resumed");
}

/**
 * @param step undefined: all that failed or is held
 */
export async function retry({ lambda, job }, step) {
  const done = await ask({
    title: step ? `Retry job ${job} from ${step}?` : `Retry what failed of job ${job}?`,
    text: step
      ? "This step and all that come after it run again, also those that have succeeded."
      : "Each step that failed or is held is tried again.",
    verb: "Retry",
    command: () => ["job", "retry", lambda, job, ...options({ "--from": step })],
    act: () => atf.retryJob(lambda, job, step),
  });
  return told(done, "The job tries again");
}

export async function skip({ lambda, job }, step) {
  const done = await ask({
    title: `Skip step ${step}?`,
    text: "It counts as done: those after it run without it. A compensation that is held counts as reverted.",
    verb: "Skip the step",
    danger: true,
    command: () => ["job", "skip", lambda, job, step],
    act: () => atf.skipStep(lambda, job, step),
  });
  return told(done, `${step} is skipped`);
}

export async function patch({ lambda, job }, step) {
  const done = await ask({
    title: `Another input for ${step}`,
    text: "Its next try gets this instead of what was submitted.",
    fields: [{ name: "json", label: "JSON", kind: "json", value: "{}", required: true }],
    verb: "Replace the input",
    command: ({ json }) => ["job", "patch", lambda, job, step, "--payload", JSON.stringify(json)],
    act: ({ json }) => atf.patchInput(lambda, job, step, json),
  });
  return told(done, `${step} has another input`);
}

function told(done, text) {
  if (done) {
    say(text);
  }
  return Boolean(done);
}
