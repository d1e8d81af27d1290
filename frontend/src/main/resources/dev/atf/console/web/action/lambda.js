// Actions on the settings of lambdas.

import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { jsonWord, options } from "../format/command.js";
import { differences } from "../format/document.js";
import { fieldsOf, settingsOf, syncFields } from "../format/lambda.js";
import { refuseTaken } from "../form/taken.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

/** Registers a lambda, and opens its page. */
export async function register(go) {
  const done = await ask({
    title: "Register a lambda",
    text: "A lambda is a callback with its own queues and workers. Only the name is required.",
    wide: true,
    fields: [
      {
        name: "name",
        label: "Name",
        required: true,
        max: 64,
        full: true,
        hint: "1-64 of a-z 0-9 -, starting with a letter.",
      },
      ...fieldsOf({}),
    ],
    onSet: syncFields,
    verb: "Register",
    command: ({ name, settings }) => words(name || "NAME", settings),
    act: async ({ name, settings = {} }) => {
      refuseTaken(await atf.listLambdas(), name, "registered");
      return atf.registerLambda(name, settings);
    },
  });
  if (done) {
    notify(`${done.name} is registered`);
    go(`/console/lambdas/${done.name}`);
  }
}

/** Replaces the settings of a lambda; returns whether anything was done. */
export async function edit(lambda) {
  const before = settingsOf(lambda);
  const done = await ask({
    title: `Edit the settings of ${lambda.name}`,
    text: "The settings are effective within seconds, also for waiting tasks. Running tasks continue.",
    wide: true,
    fields: fieldsOf(before),
    onSet: syncFields,
    note: (values) => (values ? changes(differences(before, values.settings ?? {})) : nothing),
    verb: "Save the settings",
    command: ({ settings }) => words(lambda.name, settings),
    act: ({ settings = {} }) => atf.registerLambda(lambda.name, settings),
  });
  if (done) {
    notify(`${lambda.name} is saved`);
  }
  return Boolean(done);
}

const words = (name, settings = {}) => [
  "lambda",
  "register",
  name,
  ...options({ "--settings": Object.keys(settings).length ? jsonWord(settings) : "" }),
];

const changes = (found) =>
  found.length
    ? html`<div class="changes">
        <h3>Changes</h3>
        <ul>
          ${found.map(
            ({ path, from, to }) =>
              html`<li><code>${path}</code>: ${shown(from)} → <strong>${shown(to)}</strong></li>`,
          )}
        </ul>
      </div>`
    : html`<p class="hint">No changes yet.</p>`;

const shown = (value) => (value === undefined ? "default" : JSON.stringify(value));
