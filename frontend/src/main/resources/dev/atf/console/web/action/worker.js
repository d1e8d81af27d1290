// Actions on worker hosts. Each asks for confirmation, and returns whether anything was done.

import * as atf from "../api/atf.js";
import { options } from "../format/command.js";
import { ask } from "../view/dialog.js";
import { notify } from "../view/notify.js";

const REASON = { name: "reason", label: "Reason", max: 100, hint: "Shown with the host." };

export async function drain({ place }) {
  const done = await ask({
    title: `Drain ${place}?`,
    text: "Its hosts take no more work until the place is undrained. Running tasks continue to their end.",
    fields: [REASON],
    verb: "Drain",
    command: ({ reason }) => ["worker", "drain", place, ...options({ "--reason": reason })],
    act: ({ reason }) => atf.drainWorker(place, reason),
  });
  if (done) {
    notify(`${place} takes no more work`);
  }
  return Boolean(done);
}

export async function undrain({ place }) {
  const done = await ask({
    title: `Let ${place} work again?`,
    text: "It takes work again after its next report, within seconds.",
    verb: "Undrain",
    command: () => ["worker", "undrain", place],
    act: () => atf.undrainWorker(place),
  });
  if (done) {
    notify(`${place} works again`);
  }
  return Boolean(done);
}

export async function retire({ place, instance }) {
  const done = await ask({
    title: `Retire the host at ${place}?`,
    text:
      "The host exits after its next report, and must not come back. Tasks that it runs are retried: " +
      "drain it first to let them finish. Another host may take the place.",
    fields: [REASON],
    verb: "Retire the host",
    danger: true,
    command: ({ reason }) => [
      "worker",
      "retire",
      place,
      ...options({ "--instance": instance, "--reason": reason }),
    ],
    act: ({ reason }) => atf.retireWorker(place, instance, reason),
  });
  if (done) {
    notify(`The host at ${place} will exit after its next report`);
  }
  return Boolean(done);
}
