// What people do to one job. Each asks first, and answers whether something was done.

import * as atf from "../api/atf.js";
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
    act: ({ then }) => atf.cancelJob(lambda, job, then === "revert"),
  });
  return told(done, "The job is being cancelled");
}

export async function hold({ lambda, job }) {
  const done = await ask({
    title: `Hold job ${job}?`,
    text: "What runs ends; nothing new is started until somebody lets it go on.",
    verb: "Hold",
    act: () => atf.holdJob(lambda, job, false),
  });
  return told(done, "The job is held");
}

export async function resume({ lambda, job }) {
  const done = await ask({
    title: `Let job ${job} go on?`,
    text: "Steps that are ready are started.",
    verb: "Go on",
    act: () => atf.holdJob(lambda, job, true),
  });
  return told(done, "The job goes on");
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
