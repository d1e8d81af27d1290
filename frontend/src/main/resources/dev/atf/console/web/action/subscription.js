// Actions on subscriptions. Each asks first, and answers what was done.

import * as atf from "../api/atf.js";
import { jsonWord, labelWords, options } from "../format/command.js";
import { documentOf, present } from "../format/document.js";
import { ENDS } from "../format/notice.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";
import { forgetPriority } from "../form/lambdafields.js";
import { detailFields, targetFields } from "../form/noticefields.js";
import { refuseTaken } from "../form/taken.js";

/** Creates one, and shows it. */
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
    command: ({ name, ...asked }) => words(name || "NAME", asked),
    act: async ({ name, ...asked }) => {
      refuseTaken(await atf.listSubscriptions(), name, "there");
      return atf.putSubscription(name, bodyOf(asked));
    },
  });
  if (done) {
    notify(`${done.name} is created`);
    go(`/console/subscriptions/${done.name}`);
  }
}

/** Replaces one; what is hidden of it stays. */
export async function edit(shown) {
  const lambdas = await atf.listLambdas().catch(() => []);
  const done = await ask({
    title: `Edit ${shown.name}`,
    text: "Effective within seconds. Existing notices are not changed.",
    wide: true,
    fields: fieldsOf(lambdas, shown),
    onSet: forgetPriority,
    verb: "Save",
    command: (asked) => words(shown.name, asked),
    act: (asked) => atf.putSubscription(shown.name, bodyOf(asked)),
  });
  if (done) {
    notify(`${shown.name} is saved`);
  }
  return Boolean(done);
}

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

const bodyOf = (asked) => documentOf(present(asked));

const words = (name, asked) => [
  "subscription",
  "put",
  name,
  ...options({
    "--lambda": asked.lambda || "LAMBDA",
    "--collection": asked.collection,
    "--status": asked.statuses,
    "--to": asked["to.lambda"],
    "--priority": asked["to.priority"],
    "--url": asked["to.url"],
    "--header": labelWords(asked["to.headers"]),
    "--context": jsonWord(asked["to.context"]),
  }),
];
