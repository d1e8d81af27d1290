import { html, nothing } from "../lib.js";
import { cancelAll, redriveAll, resubmitAll, runAll } from "../action/bulk.js";
import { redriveChosen } from "../action/redrive.js";
import { cancelChosen, runChosen } from "../action/tasks.js";
import { many } from "../format/number.js";

/**
 * What can be done to the chosen tasks of a list.
 *
 * @param chosen tasks by their ids
 * @param act wraps what a button does
 */
export function taskBar(asked, page, chosen, act) {
  const tasks = [...chosen.values()];
  if (asked.state === "dead") {
    return page.tasks.length ? deadBar(asked, tasks, act) : nothing;
  }
  return tasks.length && asked.state !== "done"
    ? html`<div class="bar">
        ${told(tasks)}
        ${asked.state === "running"
          ? nothing
          : html`<button type="button" @click=${act(() => runChosen(tasks))}>Run now …</button>`}
        <button type="button" class="danger-quiet" @click=${act(() => cancelChosen(tasks))}>
          Cancel …
        </button>
      </div>`
    : asked.lambda && page.tasks.length
      ? allBar(asked, act)
      : nothing;
}

const allBar = (asked, act) => html`
  <div class="bar">
    <span>${asked.state === "done" ? "All that match:" : "Choose tasks, or all that match:"}</span
    ><span class="push"></span>
    ${asked.state === "done" ? resubmitButton(asked, act) : changeButtons(asked, act)}
  </div>
`;

const changeButtons = (asked, act) => html`
  ${asked.state === "running"
    ? nothing
    : html`<button type="button" @click=${act(() => runAll(asked))}>Run all now …</button>`}
  <button type="button" class="danger-quiet" @click=${act(() => cancelAll(asked))}>
    Cancel all …
  </button>
`;

const resubmitButton = (asked, act) =>
  html`<button type="button" @click=${act(() => resubmitAll(asked))}>Resubmit all …</button>`;

const told = (tasks) => html`<span>${many(tasks.length, "task")} chosen</span
  ><span class="push"></span>`;

const deadBar = (asked, tasks, act) => html`
  <div class="bar">
    ${tasks.length
      ? told(tasks)
      : html`<span>${asked.lambda ? "Choose tasks, or all that match." : "Choose tasks."}</span
          ><span class="push"></span>`}
    <button type="button" ?disabled=${!tasks.length} @click=${act(() => redriveChosen(tasks))}>
      Redrive chosen …
    </button>
    ${asked.lambda
      ? html`<button type="button" @click=${act(() => redriveAll(asked))}>Redrive all …</button>
          ${resubmitButton(asked, act)}`
      : nothing}
  </div>
`;
