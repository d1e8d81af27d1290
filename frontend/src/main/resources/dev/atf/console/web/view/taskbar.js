import { html, nothing } from "../lib.js";
import { cancelAll, redriveAll, resubmitAll, runAll } from "../action/bulk.js";
import { redriveSelected } from "../action/redrive.js";
import { cancelSelected, runSelected } from "../action/tasks.js";
import { many } from "../format/number.js";

/**
 * Shows the actions on the selected tasks of a list, or on all tasks that match the filter.
 *
 * @param chosen map from the id of a task to the task
 * @param act wraps an action as a listener of a button
 */
export function taskBar(filter, page, chosen, act) {
  const tasks = [...chosen.values()];
  if (filter.state === "dead") {
    return page.tasks.length ? deadBar(filter, tasks, act) : nothing;
  }
  return tasks.length && filter.state !== "done"
    ? html`<div class="bar">
        ${chosenCount(tasks)}
        ${filter.state === "running"
          ? nothing
          : html`<button type="button" @click=${act(() => runSelected(tasks))}>Run now …</button>`}
        <button type="button" class="danger-quiet" @click=${act(() => cancelSelected(tasks))}>
          Cancel …
        </button>
      </div>`
    : filter.lambda && page.tasks.length
      ? allBar(filter, act)
      : nothing;
}

const allBar = (filter, act) => html`
  <div class="bar">
    <span>${filter.state === "done" ? "All that match:" : "Select tasks, or all that match:"}</span
    ><span class="push"></span>
    ${filter.state === "done" ? resubmitButton(filter, act) : changeButtons(filter, act)}
  </div>
`;

const changeButtons = (filter, act) => html`
  ${filter.state === "running"
    ? nothing
    : html`<button type="button" @click=${act(() => runAll(filter))}>Run all now …</button>`}
  <button type="button" class="danger-quiet" @click=${act(() => cancelAll(filter))}>
    Cancel all …
  </button>
`;

const resubmitButton = (filter, act) =>
  html`<button type="button" @click=${act(() => resubmitAll(filter))}>Resubmit all …</button>`;

const chosenCount = (tasks) => html`<span>${many(tasks.length, "task")} selected</span
  ><span class="push"></span>`;

const deadBar = (filter, tasks, act) => html`
  <div class="bar">
    ${tasks.length
      ? chosenCount(tasks)
      : html`<span>${filter.lambda ? "Select tasks, or all that match." : "Select tasks."}</span
          ><span class="push"></span>`}
    <button type="button" ?disabled=${!tasks.length} @click=${act(() => redriveSelected(tasks))}>
      Redrive selected …
    </button>
    ${filter.lambda
      ? html`<button type="button" @click=${act(() => redriveAll(filter))}>Redrive all …</button>
          ${resubmitButton(filter, act)}`
      : nothing}
  </div>
`;
