import * as atf from "../api/atf.js";
import { jsonWord, labelWords, options } from "../format/command.js";
import { documentOf, present } from "../format/document.js";
import { durationText } from "../format/duration.js";
import { forInput, HOUR, readersZone } from "../format/time.js";
import { ask } from "../view/dialog.js";
import { forgetPriority, lambdaChoice, priorityChoice } from "../form/lambdafields.js";
import { targetFields } from "../form/noticefields.js";
import { notify } from "../view/notify.js";

const WHEN = [
  { value: "", name: "Now" },
  { value: "delay", name: "After a delay" },
  { value: "at", name: "At a time" },
];

const TASK = [
  {
    name: "json",
    label: "Payload (JSON)",
    kind: "json",
    value: "{}",
    rows: 6,
    covers: ["data", "contentType"],
    hint: "Input of the handler: any JSON value. Empty: none.",
  },
  { name: "when", label: "When", kind: "choice", options: WHEN },
  {
    name: "delay",
    label: "Delay",
    kind: "duration",
    value: "10m",
    required: true,
    hint: "Such as 30s, 5m, 2h or 7d.",
    when: ({ when }) => when === "delay",
  },
  {
    name: "scheduledAt",
    label: "Not before",
    kind: "time",
    required: true,
    hint: `In your time zone, ${readersZone()}.`,
    when: ({ when }) => when === "at",
  },
];

const MORE = [
  { name: "collection", label: "Collection", max: 64, hint: "Tasks of a collection can be paused together." },
  {
    name: "orderingKey",
    label: "Ordering key",
    max: 128,
    hint: "Tasks with the same key run one at a time, in order.",
  },
  {
    name: "fairnessKey",
    label: "Fairness key",
    max: 128,
    hint: "Keys take turns, if the lambda has fairness keys.",
  },
  {
    name: "idempotencyKey",
    label: "Idempotency key",
    max: 128,
    hint: "Scheduling twice with the same key creates one task.",
  },
  { name: "deadline", label: "Deadline", kind: "time", hint: "At this time, an unfinished task becomes a dead letter." },
  { name: "labels", label: "Labels", kind: "labels", hint: "name=value, one per line." },
];

/** Returns the fields for the notice when the task ends. */
function onFinish(lambdas) {
  const [lambda, url] = targetFields(lambdas, "onFinish.to.", {}, "No notice");
  const hint = "This lambda gets a task that reports how this task ended.";
  return [{ ...lambda, label: "On finish", covers: ["onFinish"], hint }, url];
}

/**
 * Schedules a task, and opens its page.
 *
 * @param go opens an address
 * @param lambdas the lambdas to choose from
 * @param chosen the name of the lambda that is selected at first
 */
export async function schedule(go, lambdas, chosen) {
  const all = await atf.listLambdas().catch(() => lambdas);
  const done = await ask({
    title: "Schedule a task",
    wide: true,
    fields: [
      lambdaChoice(lambdas, chosen),
      priorityChoice(lambdas),
      ...TASK.map((field) =>
        field.name === "scheduledAt" ? { ...field, value: forInput(Date.now() + HOUR) } : field,
      ),
      ...[...MORE, ...onFinish(all)].map((field) => ({
        ...field,
        more: "Collection, keys, deadline, labels and notice",
      })),
    ],
    onSet: forgetPriority,
    verb: "Schedule",
    command: words,
    act: ({ lambda, when, ...request }) => atf.scheduleTask(lambda, documentOf(present(request))),
  });
  if (done) {
    notify(`Task ${done.taskId.slice(0, 8)} ${done.created ? "is" : "was already"} scheduled`);
    go(`/console/tasks/${done.taskId}`);
  }
}

const words = (task) => [
  "schedule",
  task.lambda,
  ...options({
    "--payload": jsonWord(task.json),
    "--priority": task.priority,
    "--delay": task.delay && durationText(task.delay),
    "--at": task.scheduledAt,
    "--collection": task.collection,
    "--ordering-key": task.orderingKey,
    "--fairness-key": task.fairnessKey,
    "--key": task.idempotencyKey,
    "--deadline": task.deadline,
    "--label": labelWords(task.labels),
    "--on-finish": task["onFinish.to.lambda"],
    "--on-finish-url": task["onFinish.to.url"],
  }),
];
