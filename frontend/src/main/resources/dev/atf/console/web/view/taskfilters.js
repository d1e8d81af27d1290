import { html, live, nothing, repeat } from "../lib.js";
import { valueOf } from "../format/input.js";
import { addressOf, isNarrow, narrowsPriority, STATES } from "../format/taskfilter.js";
import { forInput, fromInput } from "../format/time.js";
import { lambdaField } from "./filters.js";
import { choice } from "./parts.js";

/**
 * Shows the filter of a list of tasks.
 *
 * @param go opens an address
 */
export function taskFilters(filter, lambdas, go) {
  const change = (changed) => go(addressOf({ ...filter, ...changed, token: "" }));
  return html`
    <div class="filters">
      ${lambdaField({
        lambdas,
        chosen: filter.lambda,
        all: "All lambdas",
        choose: (lambda) => change({ lambda, priority: "" }),
      })}
      <div class="field">
        <span class="label" aria-hidden="true">State</span>
        ${choice(
          "State",
          STATES.map((state) => ({
            ...state,
            href: addressOf({ ...filter, state: state.value, priority: "", token: "" }),
          })),
          filter.state,
        )}
      </div>
      ${narrowsPriority(filter) ? priorityField(filter, lambdas, change) : nothing}
    </div>
    <details class="filters-more" ?open=${isNarrow(filter)}>
      <summary>Collection, labels, failure code and times</summary>
      ${
        // Each filter gets new fields, because the old ones would keep the text that was typed.
        repeat([filter], addressOf, () => narrowFields(filter, change))
      }
    </details>
  `;
}

function priorityField({ lambda, priority }, lambdas, change) {
  const of = lambda ? lambdas.filter(({ name }) => name === lambda) : lambdas;
  const names = new Set(of.flatMap(({ priorities }) => priorities ?? []));
  return html`<div class="field">
    <label for="priority">Priority</label>
    <select id="priority" @change=${(event) => change({ priority: event.target.value })}>
      <option value="" .selected=${live(!priority)}>All</option>
      ${[...names].map(
        (name) => html`<option value=${name} .selected=${live(name === priority)}>${name}</option>`,
      )}
    </select>
  </div>`;
}

function narrowFields(filter, change) {
  const text = (name, label, placeholder = "") => html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <input
      id="filter-${name}"
      name=${name}
      value=${filter[name]}
      placeholder=${placeholder}
      autocomplete="off"
      spellcheck="false"
    />
  </div>`;
  const moment = (name, label) => html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <input
      id="filter-${name}"
      name=${name}
      type="datetime-local"
      step="1"
      value=${filter[name] && forInput(Date.parse(filter[name]))}
    />
  </div>`;
  return html`<form
    class="filters"
    @submit=${(event) => {
      event.preventDefault();
      change(typedIn(event.target.elements, filter));
    }}
  >
    ${text("collection", "Collection")}
    <div class="field">
      <label for="filter-label">Labels</label>
      <input
        id="filter-label"
        name="label"
        value=${filter.label.join(", ")}
        placeholder="name=value, name=value"
        autocomplete="off"
        spellcheck="false"
      />
    </div>
    ${text("code", "Failure code", "COMMAND_FAILED")} ${moment("after", "Due after")}
    ${moment("before", "Due before")}
    <div class="field filters-buttons">
      <button class="primary">Apply</button>
      ${isNarrow(filter)
        ? html`<a
            href=${addressOf({
              lambda: filter.lambda,
              state: filter.state,
              priority: filter.priority,
            })}
            >Clear</a
          >`
        : nothing}
    </div>
  </form>`;
}

const typedIn = ({ collection, label, code, after, before }, filter) => ({
  collection: collection.value.trim(),
  code: code.value.trim(),
  label: valueOf({ kind: "list" }, label.value) ?? [],
  after: fromInput(after.value, filter.after),
  before: fromInput(before.value, filter.before),
});
