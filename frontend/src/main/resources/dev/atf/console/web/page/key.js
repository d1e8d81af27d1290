import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { retryHead, skipHead } from "../action/key.js";
import { isCountCapped, keyStateOf } from "../format/key.js";
import { count, many } from "../format/number.js";
import { SECOND } from "../format/time.js";
import { Poll } from "../live/poll.js";
import { failureView } from "../view/attempts.js";
import { copyButton } from "../view/copy.js";
import { chip, empty, facts, heading, lambdaLink, loading, onDay, section, statusChip, taskLink, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";

const EVERY = 2 * SECOND;

/** The page of an ordering key: the task that has the turn, and the tasks that wait. */
export function key({ name: lambda, query, redraw, failed }) {
  const name = query.get("key") ?? "";
  let shown = null;
  let onFatal = null;
  const poll = new Poll(async (signal) => {
    onFatal ??= (await atf.getLambda(lambda, signal)).onFatal ?? "CONTINUE";
    shown = await atf.getKey(lambda, name, signal);
  }, EVERY, { redraw, failed }).start();
  const act = (action) => async () => {
    if (await action(shown)) {
      poll.now();
    }
  };

  return {
    title: () => `Key ${name}`,
    view: () => html`
      <nav class="crumbs" aria-label="Where this is">
        <a href="/console/keys?lambda=${lambda}">Ordering keys</a>
        <span aria-hidden="true">/</span> ${lambdaLink(lambda)}
      </nav>
      <div class="page-head">
        ${heading(html`<span class="unseen">Ordering key </span><span class="any-text">${name}</span>`)}
        ${copyButton(name, "Key")} ${shown ? chip(keyStateOf(shown.state), shown.state) : nothing}
        ${shown?.state === "HELD"
          ? html`<div class="actions">
              <button type="button" class="primary" @click=${act(retryHead)}>Retry …</button>
              <button type="button" class="danger-quiet" @click=${act(skipHead)}>Skip …</button>
            </div>`
          : nothing}
      </div>
      ${poll.error?.reason === "KEY_NOT_FOUND" ? nothing : trouble(poll.error)}
      ${poll.error?.reason === "KEY_NOT_FOUND"
        ? html`<div class="card">${noTask(lambda)}</div>`
        : shown
          ? content(shown, onFatal)
          : poll.error
            ? nothing
            : loading("the key")}
    `,
    close: () => poll.stop(),
  };
}

const noTask = (lambda) =>
  empty(
    "No task has this key now",
    `A key is forgotten some time after its last task. List the keys of ${lambda} for which tasks wait:`,
    `./atf keys list ${lambda}`,
  );

const content = (shown, onFatal) => html`
  <div class="two">
    ${section(
      "Current task",
      html`<p class="in-words">${stateInWords(shown)}</p>
        ${facts([
          shown.holderStatus && ["Status of the task", statusChip(shown.holderStatus)],
          shown.heldSince && ["Held since", when(shown.heldSince)],
          ["Waiting", waitingOf(shown)],
          [
            "After a fatal failure",
            onFatal === "HOLD" ? "the key is held" : "the key continues without the task",
          ],
        ])}`,
    )}
    ${shown.failure ? section("Why it is held", failureView(shown.failure)) : nothing}
  </div>
  ${section(
    "Waiting tasks",
    shown.next?.length
      ? html`${table({
          label: "Waiting tasks",
          columns: COLUMNS,
          rows: shown.next.map((each, i) => ({ ...each, place: i + 1 })),
          key: ({ taskId }) => taskId,
        })}
        ${shown.waiting > shown.next.length
          ? html`<p class="sub">The first ${count(shown.next.length)} of ${waitingOf(shown)}.</p>`
          : nothing}`
      : html`<p class="quiet-text">
          None. The next task of this key runs as soon as it is due${shown.state === "TAKEN"
            ? " and the current one has ended"
            : ""}.
        </p>`,
    html`<span class="card-note">in the order in which they will run</span>`,
  )}
`;

const COLUMNS = [
  { name: "Place", class: "number narrow", cell: ({ place }) => count(place) },
  { name: "Task", class: "id-cell", cell: ({ taskId }) => taskLink(taskId) },
  { name: "Due", cell: ({ scheduledAt }) => when(scheduledAt) },
  { name: "At", cell: ({ scheduledAt }) => onDay(scheduledAt) },
];

const waitingOf = ({ waiting = 0 }) =>
  isCountCapped(waiting) ? `${many(waiting, "task")} or more` : many(waiting, "task");

function stateInWords({ state, holderTaskId, heldSince }) {
  switch (state) {
    case "HELD":
      return html`Held: task ${taskLink(holderTaskId)} failed permanently ${when(heldSince)}. No task
      with this key runs until an operator retries or skips that task.`;
    case "WAITED_FOR":
      return holderTaskId
        ? html`Task ${taskLink(holderTaskId)} has the turn; the others run after it, one at a time.`
        : "The first waiting task is about to start.";
    case "TAKEN":
      return html`Task ${taskLink(holderTaskId)} has the turn, and no other task waits.`;
    default:
      return "No task runs, and none waits.";
  }
}
