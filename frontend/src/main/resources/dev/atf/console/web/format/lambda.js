// The settings of a lambda as fields of a form. They are described in docs/lambda.md.

import { valueAt, withValue } from "./document.js";
import { mistakeOf, textOf, valueOf } from "./input.js";
import { jsonMistake, prettyJson } from "./json.js";
import { bytes, limit } from "./number.js";

const choices = (named) => [
  { value: "", name: "Default" },
  ...Object.entries(named).map(([value, name]) => ({ value, name })),
];

const under = (more, fields) => fields.map((field) => ({ ...field, more }));

const SHARED = { value: "{}", name: "Take turns" };

const isShared = ({ fairness }) => fairness === SHARED.value;

/** The settings that have their own field. Limits have limitText(value), too. */
const SETTINGS = [
  { name: "description", label: "Description", full: true },
  { name: "owner", label: "Owner", hint: "Shown to others: a team, an address." },
  {
    name: "priorities",
    label: "Priorities",
    kind: "list",
    hint: "Highest first, separated by commas. Default: high, normal, low.",
  },
  { name: "defaultPriority", label: "Default priority", hint: "Default: the middle one." },
  { name: "retry.maxAttempts", label: "Attempts", kind: "number", hint: "Maximum number. Default: 10." },
  { name: "retry.initialBackoff", label: "First backoff", kind: "duration", hint: "Default: 1s." },
  { name: "retry.maxBackoff", label: "Longest backoff", kind: "duration", hint: "Default: 15m." },
  ...under("Limits and times", [
    {
      name: "scheduleRate",
      label: "Scheduled",
      kind: "number",
      hint: "Tasks per second. 0: no limit.",
      limitText: (value) => limit(value, "tasks/s"),
    },
    {
      name: "dispatchRate",
      label: "Released",
      kind: "number",
      hint: "Tasks per second and priority. 0: no limit.",
      limitText: (value) => limit(value, "tasks/s per priority"),
    },
    {
      name: "maxRunning",
      label: "Running at the same time",
      kind: "number",
      hint: "Tasks. 0: no limit.",
      limitText: (value) => limit(value, "tasks"),
    },
    {
      name: "payloadBytesMax",
      label: "Payload",
      kind: "number",
      hint: "Bytes. Default: 262144.",
      limitText: (value) => `at most ${bytes(value)}`,
    },
    {
      name: "resultBytesMax",
      label: "Result",
      kind: "number",
      hint: "Bytes. Default: 358400.",
      limitText: (value) => `at most ${bytes(value)}`,
    },
    {
      name: "leaseTimeout",
      label: "Lease",
      kind: "duration",
      hint: "Time for which an executor may run without contact. Default: the lease of the cluster.",
    },
    {
      name: "retention",
      label: "Retention",
      kind: "duration",
      hint: "Default: 7d.",
    },
    {
      name: "maxLifetime",
      label: "Maximum lifetime",
      kind: "duration",
      hint: "After this time, an unfinished task becomes a dead letter. Default: 30d.",
    },
  ]),
  ...under("Behaviour", [
    {
      name: "history",
      label: "Finished tasks that are listed",
      kind: "select",
      options: choices({ NONE: "None", FAILURES: "Failures", ALL: "All" }),
      hint: "Default: failures. Dead letters are always listed.",
    },
    {
      name: "onFatal",
      label: "Ordering key after a fatal failure",
      kind: "select",
      options: choices({ CONTINUE: "Continues", HOLD: "Is held" }),
    },
    {
      name: "dispatch",
      label: "Immediate tasks",
      kind: "select",
      options: choices({ EXPRESS: "Express: pushed by the frontend", POLLED: "Polled" }),
    },
    {
      name: "needs",
      label: "Needs of a worker host",
      kind: "list",
      hint: "Such as gpu; separated by commas.",
    },
  ]),
  ...under("Fairness between keys", [
    {
      name: "fairness",
      label: "Fairness keys",
      kind: "presence",
      options: [{ value: "", name: "None" }, SHARED],
      hint: "This cannot be undone.",
    },
    {
      name: "fairness.ratePerKey",
      label: "Released per key",
      kind: "number",
      hint: "Tasks per second and priority. 0: no limit.",
      when: isShared,
    },
    {
      name: "fairness.runningMaxPerKey",
      label: "Running per key",
      kind: "number",
      hint: "Tasks at the same time. 0: no limit.",
      when: isShared,
    },
    {
      name: "fairness.weights",
      label: "Weights",
      kind: "weights",
      hint: "key=turns, one per line. Every other key has 1.",
      when: isShared,
    },
  ]),
];

/** A field with all settings as one JSON document. It always agrees with the fields of SETTINGS. */
const DOCUMENT = {
  name: "settings",
  label: "All settings (JSON)",
  kind: "json",
  rows: 12,
  covers: true,
  more: "All settings as JSON",
  hint: "As in PUT /v1/lambdas/NAME. Settings that are left out have their defaults. The fields above show the same settings.",
};

/** Returns the settings of a response, without the name and the fields that the server sets. */
export const settingsOf = ({ name, updatedAt, gates, live, closedAt, ...settings }) => settings;

/** Returns the limits of a lambda, as pairs of a label and a text. */
export const limitsOf = (lambda) =>
  SETTINGS.filter(({ limitText }) => limitText).map(({ name, label, limitText }) => [
    label,
    limitText(valueAt(lambda, name) ?? 0),
  ]);

/** Returns the fields of a form. A setting that cannot be undone has only its current option. */
export function fieldsOf(settings) {
  const texts = textsOf(settings);
  return [
    ...SETTINGS.map((field) => ({
      ...field,
      value: texts[field.name],
      options: field.name === "fairness" && settings.fairness ? [SHARED] : field.options,
    })),
    { ...DOCUMENT, value: prettyJson(settings) },
  ];
}

/** Returns the texts of the fields for a document. */
const textsOf = (settings) =>
  Object.fromEntries(SETTINGS.map((field) => [field.name, textOf(field, valueAt(settings, field.name))]));

/** Updates the document after a change of a field, or the fields after a change of the document. */
export function syncFields(texts, typed) {
  if (jsonMistake(texts.settings || "{}")) {
    return;
  }
  const settings = JSON.parse(texts.settings || "{}");
  if (typed === DOCUMENT.name) {
    Object.assign(texts, textsOf(settings));
    return;
  }
  const field = SETTINGS.find(({ name }) => name === typed);
  if (field && !mistakeOf(field, texts[typed])) {
    const changed = withPresent(withValue(settings, typed, valueOf(field, texts[typed])), texts);
    texts.settings = prettyJson(changed);
    const inner = Object.entries(textsOf(changed)).filter(([name]) => name.startsWith(`${typed}.`));
    Object.assign(texts, Object.fromEntries(inner));
  }
}

/** Keeps settings whose presence has a meaning, even if they are empty, such as fairness: {}. */
const withPresent = (settings, texts) =>
  SETTINGS.filter(({ kind, name }) => kind === "presence" && texts[name]).reduce(
    (sum, { name }) => withValue(sum, name, valueAt(sum, name) ?? {}),
    settings,
  );
