// Actions on subscriptions. Each asks for confirmation.

import * as atf from "../api/atf.js";
import { jsonWord, labelWords, options } from "../format/command.js";
import { documentOf, present } from "../format/document.js";
import { ENDS } from "../format/notice.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";
import { forgetPriority } from "../form/lambdafields.js";
import { detailFields, targetFields } from "../form/noticefields.js";
import { refuseTaken } from "../form/taken.js";

/** Creates a subscription, and opens its page. */
export async function create(go, lambdas, chosen = "") {
  const done = await ask({
    title: "Create a subscription",
    text: "A subscription creates a task, called a notice, whenever one of these tasks ends.",
    wide: true,
    fields: [
      {
        name: "name",
        label: "Name",
        required: true,
        max: 64,
        hint: "1-64 of a-z 0-9 -, starting with a letter.",
      },
      ...fieldsOf(lambdas, { lambda: chosen }),
    ],
    onSet: forgetPriority,
    verb: "Create",
    command: ({ name, ...values }) => words(name || "NAME", values),
    act: async ({ name, ...values }) => {
      refuseTaken(await atf.listSubscriptions(), name, "there");
      return atf.putSubscription(name, bodyOf(values));
    },
  });
  if (done) {
    notify(`${done.name} is created`);
    go(`/console/subscriptions/${done.name}`);
  }
}

/**
 * Replaces a subscription. Header values that are hidden in the form are kept.
 *
 * @returns whether anything was done
 */
export async function edit(shown) {
  const lambdas = await atf.listLambdas().catch(() => []);
  const done = await ask({
    title: `Edit ${shown.name}`,
    text: "Effective within seconds. Existing notices are not changed.",
    wide: true,
    fields: fieldsOf(lambdas, shown),
    onSet: forgetPriority,
    verb: "Save",
    command: (values) => words(shown.name, values),
    act: (values) => atf.putSubscription(shown.name, bodyOf(values)),
  });
  if (done) {
    notify(`${shown.name} is saved`);
  }
  return Boolean(done);
}

/** Deletes a subscription; returns whether anything was done. */
export async function remove({ name }) {
  const done = await ask({
    title: `Delete ${name}?`,
    text: "It creates no further notices. Existing notices are not changed.",
    verb: "Delete",
    danger: true,
    command: () => ["subscription", "delete", name],
    act: () => atf.deleteSubscription(name).then(() => true),
  });
  if (done) {
    notify(`${name} is deleted`);
  }
  return Boolean(done);
}

const fieldsOf = (lambdas, { lambda, collection, statuses = [], to }) => [
  {
    name: "lambda",
    label: "Tasks of",
    required: true,
    value: lambda,
    suggestions: lambdas.map(({ name }) => name),
    hint: "A lambda, or a prefix of lambda names followed by *.",
  },
  {
    name: "statuses",
    label: "With the status",
    kind: "checks",
    value: statuses.join(", "),
    options: ENDS,
    hint: "If you select none, all three apply.",
  },
  ...targetFields(lambdas, "to.", to),
  { name: "collection", label: "Collection", max: 64, value: collection, hint: "Empty: all tasks." },
  ...detailFields(lambdas, "to.", to),
];

const bodyOf = (values) => documentOf(present(values));

const words = (name, values) => [
  "subscription",
  "put",
  name,
  ...options({
    "--lambda": values.lambda || "LAMBDA",
    "--collection": values.collection,
    "--status": values.statuses,
    "--to": values["to.lambda"],
    "--priority": values["to.priority"],
    "--url": values["to.url"],
    "--header": labelWords(values["to.headers"]),
    "--context": jsonWord(values["to.context"]),
  }),
];
