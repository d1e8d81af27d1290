import * as atf from "../api/atf.js";
import { prettyJson } from "../format/json.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

/** An example of a job, with two steps that run one after the other. */
const template = (lambda) => ({
  name: "",
  steps: [
    { name: "first", lambda, json: {} },
    { name: "second", lambda, after: ["first"], json: {}, retries: 1, onFailure: "HOLD" },
  ],
});

/** Submits a job, and opens its page. */
export async function submit(go, lambdas, chosen) {
  const done = await ask({
    title: "Submit a job",
    text: "A job is a graph of steps; each step is a task of some lambda. The job is stored completely before it starts.",
    wide: true,
    fields: [
      {
        name: "job",
        label: "Job (JSON)",
        kind: "json",
        value: prettyJson(template(chosen || lambdas[0].name)),
        rows: 18,
        required: true,
        covers: true,
        hint: "As in POST /v1/jobs. The name is an idempotency key. Without a name, each submission is a new job.",
      },
    ],
    verb: "Submit",
    command: () => ["job", "submit", "job.json"],
    act: ({ job }) => atf.submitJob(job),
  });
  if (done) {
    notify(`Job ${done.job} ${done.created ? "is" : "was already"} submitted`);
    go(`/console/lambdas/${done.lambda}/jobs/${encodeURIComponent(done.job)}`);
  }
}
