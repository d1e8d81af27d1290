// Fields for the target of notices, in forms for subscriptions and for tasks.

import { textOf } from "../format/input.js";
import { priorityChoice } from "./lambdafields.js";

const HTTP = "http";

/**
 * Returns the field for the lambda of the notices, and the field for the URL of a webhook.
 *
 * @param path prefix of the target's fields in the document, such as "to."
 * @param blank label of the option without a target; absent: a target is required
 */
export const targetFields = (lambdas, path, { lambda, url = "" } = {}, blank = "") => [
  {
    name: `${path}lambda`,
    label: "Notices go to",
    kind: "select",
    required: !blank,
    value: lambda ?? (blank ? "" : (lambdas.find(({ name }) => name === HTTP) ?? lambdas[0])?.name),
    options: [
      ...(blank ? [{ value: "", name: blank }] : []),
      ...namesOf(lambdas, lambda).map((name) => ({
        value: name,
        name: name === HTTP ? "http: a webhook" : name,
      })),
    ],
  },
  {
    name: `${path}url`,
    label: "URL",
    required: true,
    max: 2_000,
    value: url,
    hint: "Gets a POST for each notice.",
    when: isWebhook(path),
  },
];

/** Returns the other fields of a target. Only the form for subscriptions has them. */
export const detailFields = (lambdas, path, { priority, headers, context } = {}) =>
  [
    priorityChoice(lambdas, priority, path),
    {
      name: `${path}headers`,
      label: "Headers",
      kind: "labels",
      value: textOf({ kind: "labels" }, headers),
      hint: headers
        ? "name=value, one per line. *** keeps the hidden value, if the URL is not changed."
        : "name=value, one per line. Values will not be shown again.",
      when: isWebhook(path),
    },
    {
      name: `${path}context`,
      label: "Context (JSON)",
      kind: "json",
      value: textOf({ kind: "json" }, context),
      hint: "Part of each notice; at most 1 KB.",
    },
  ].map((field) => ({ ...field, more: "Priority, headers and context" }));

const isWebhook = (path) => (texts) => texts[`${path}lambda`] === HTTP;

/** Returns the names of the lambdas, and the selected name even if it is no longer registered. */
const namesOf = (lambdas, chosen) => [
  ...new Set([...lambdas.map(({ name }) => name), ...(chosen ? [chosen] : [])]),
];
