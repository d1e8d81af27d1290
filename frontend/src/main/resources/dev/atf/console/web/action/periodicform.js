// The form that creates a periodic task, or replaces its definition.

import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { jsonWord, labelWords, options } from "../format/command.js";
import { documentOf, present, valueAt } from "../format/document.js";
import { durationText } from "../format/duration.js";
import { textOf } from "../format/input.js";
import { readersZone } from "../format/time.js";
import { FirePreview } from "../live/preview.js";
import { ask } from "../view/dialog.js";
import { forgetPriority, lambdaChoice, priorityChoice } from "../form/lambdafields.js";
import { notify } from "../view/notify.js";
import { onDay } from "../view/parts.js";

const byCron = ({ rhythm }) => rhythm === "cron";

const SCHEDULE = [
  {
    name: "rhythm",
    label: "Runs",
    kind: "choice",
    options: [
      { value: "cron", name: "By a cron expression" },
      { value: "every", name: "At intervals" },
    ],
  },
  {
    name: "schedule.cron",
    label: "Cron expression",
    required: true,
    hint: "Minute, hour, day, month, weekday; or @hourly, @daily, …",
    when: byCron,
  },
  {
    name: "schedule.timeZone",
    label: "Time zone",
    hint: "Default: UTC.",
    suggestions: Intl.supportedValuesOf?.("timeZone") ?? [],
    when: byCron,
  },
  {
    name: "schedule.every",
    label: "Every",
    kind: "duration",
    required: true,
    hint: "Such as 30s, 10m or 1d. 10m means :00, :10, :20 …",
    when: ({ rhythm }) => rhythm === "every",
  },
  {
    name: "json",
    label: "Payload (JSON)",
    kind: "json",
    rows: 5,
    covers: ["data", "contentType"],
    hint: "Payload of each task. Empty: none.",
  },
];

const POLICIES = [
  {
    name: "overlap",
    label: "If the previous task still runs",
    kind: "select",
    options: [
      { value: "SKIP", name: "Skip the run" },
      { value: "QUEUE_ONE", name: "Let one run wait for it" },
      { value: "ALLOW", name: "Run both at the same time" },
    ],
  },
  {
    name: "catchUp.mode",
    label: "After an outage",
    kind: "select",
    options: [
      { value: "LATEST", name: "Catch up the latest run" },
      { value: "NONE", name: "Catch up no runs" },
      { value: "ALL", name: "Catch up several runs" },
    ],
  },
  {
    name: "catchUp.max",
    label: "Number of the latest runs",
    kind: "number",
    when: (texts) => texts["catchUp.mode"] === "ALL",
  },
  {
    name: "lifetime",
    label: "Lifetime of a task",
    kind: "duration",
    hint: "After this time, an unfinished task is given up. Default: the lambda’s lifetime.",
  },
  { name: "schedule.jitter", label: "Jitter", kind: "duration", hint: "Maximum delay of each run." },
  { name: "schedule.startAt", label: "Not before", kind: "time", hint: `In ${readersZone()}.` },
  { name: "schedule.until", label: "Not at or after", kind: "time", hint: `In ${readersZone()}.` },
  { name: "collection", label: "Collection", max: 64, hint: "Tasks of a collection can be paused together." },
  { name: "labels", label: "Labels", kind: "labels", hint: "name=value, one per line." },
].map((field) => ({ ...field, more: "Policies, times and labels" }));

const NEW = { overlap: "SKIP", catchUp: { mode: "LATEST", max: 10 }, schedule: {}, json: {} };

/** Creates a periodic task, and opens its page. */
export async function create(go, lambdas, chosen) {
  const done = await askFor({
    title: "Create a periodic task",
    fields: [
      lambdaChoice(lambdas, chosen),
      {
        name: "name",
        label: "Name",
        required: true,
        max: 64,
        hint: "1-64 of A-Z a-z 0-9 . _ -, unique within the lambda.",
      },
      priorityChoice(lambdas),
      ...fieldsOf(NEW),
    ],
    onSet: forgetPriority,
    verb: "Create",
    command: (task) => words("create", task.lambda, task.name || "NAME", task),
    act: ({ lambda, ...task }) => atf.createPeriodic(lambda, definitionOf(task)),
  });
  if (done) {
    notify(`${done.name} is created`);
    go(`/console/lambdas/${done.lambda}/periodic/${encodeURIComponent(done.name)}`);
  }
}

/** Replaces the definition of a periodic task, unless it has changed since it was read. */
export async function edit(shown) {
  const { lambda, name, revision, data, contentType, schedule } = shown;
  const lambdas = await atf.listLambdas().catch(() => []);
  const withAnchor = (task) =>
    task["schedule.every"] && Date.parse(schedule.anchor)
      ? { ...task, "schedule.anchor": schedule.anchor }
      : task;
  const fields = [
    { ...lambdaChoice(lambdas, lambda), when: () => false },
    priorityChoice(lambdas, shown.priority),
    ...fieldsOf(shown),
  ];
  const done = await askFor({
    title: `Edit ${name}`,
    text: "A changed schedule applies from now on. Runs that were missed before are not caught up.",
    // A payload of bytes cannot be edited as JSON, and is kept.
    fields: data ? fields.filter((field) => field.name !== "json") : fields,
    lambda,
    verb: "Save",
    // No option of the command has the bytes.
    command: data ? undefined : (task) => words("update", lambda, name, withAnchor(task)),
    act: (task) => {
      const kept = data ? { data, contentType } : task.json === undefined ? {} : { contentType };
      const definition = definitionOf({ ...kept, ...withAnchor(task) });
      return atf.updatePeriodic(lambda, name, { ...definition, expectedRevision: revision });
    },
  });
  if (done) {
    notify(`${name} is saved`);
  }
  return Boolean(done);
}

function askFor({ lambda, ...words }) {
  const preview = new FirePreview();
  return ask({
    wide: true,
    note: (values, redraw) => {
      const { schedule } = values ? definitionOf(values) : {};
      const isComplete = schedule?.cron || schedule?.every;
      preview.update(lambda ?? values?.lambda, isComplete ? schedule : null, redraw);
      return isComplete ? previewView(preview) : nothing;
    },
    ...words,
  });
}

const fieldsOf = (task) =>
  [...SCHEDULE, ...POLICIES].map((field) => ({
    ...field,
    given: valueAt(task, field.name),
    value:
      field.name === "rhythm"
        ? task.schedule.every
          ? "every"
          : "cron"
        : textOf(field, valueAt(task, field.name)),
  }));

const definitionOf = ({ rhythm, lambda, ...task }) => documentOf(present(task));

const words = (verb, lambda, name, task) => [
  "periodic",
  verb,
  lambda,
  name,
  ...options({
    "--cron": task["schedule.cron"],
    "--zone": task["schedule.timeZone"],
    "--every": task["schedule.every"] && durationText(task["schedule.every"]),
    "--anchor": task["schedule.anchor"],
    "--start-at": task["schedule.startAt"],
    "--end-at": task["schedule.until"],
    "--jitter": task["schedule.jitter"] && durationText(task["schedule.jitter"]),
    "--overlap": task.overlap.toLowerCase().replace("_", "-"),
    "--catch-up": task["catchUp.max"] ?? task["catchUp.mode"].toLowerCase(),
    "--payload": jsonWord(task.json),
    "--priority": task.priority,
    "--collection": task.collection,
    "--lifetime": task.lifetime && durationText(task.lifetime),
    "--label": labelWords(task.labels),
  }),
];

/** Shows the next runs, or the mistake in the schedule. */
function previewView({ fires, error }) {
  if (error) {
    return html`<p class="mistake" role="status">
      ${error.violations?.[0]?.description ?? error.message}
    </p>`;
  }
  return html`<p class="hint" role="status">
    ${fires === null
      ? "Next runs …"
      : fires.length
        ? html`Next runs, in ${readersZone()}:
          ${fires.map(({ at }, i) => html`${i ? "; " : ""}${onDay(at)}`)}`
        : "It never runs."}
  </p>`;
}
