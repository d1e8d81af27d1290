import { html, live, nothing } from "../lib.js";
import { valueOf } from "../format/input.js";

/**
 * Shows a field of a form: its label, its control, its hint and its mistake.
 *
 * @param field {name, label, kind, hint, required, max, options, suggestions, rows, full}
 * @param text its current text
 * @param mistake empty: there is none
 * @param set gets the name of the field and its new text
 */
export function fieldView(field, text, mistake, set) {
  const id = `field-${field.name}`;
  const onInput = (event) => set(field.name, event.target.value);
  if (field.kind === "choice" || field.kind === "checks") {
    return optionsView(field, text, mistake, set);
  }
  const describedBy = [field.hint && `${id}-hint`, mistake && `${id}-mistake`]
    .filter(Boolean)
    .join(" ");
  const control = CONTROLS[field.kind] ?? inputView;
  return html`<div class="field ${isWide(field) ? "full" : ""}">
    <label for=${id}>${field.label}</label>
    ${control({
      field,
      id,
      text,
      onInput,
      describedBy: describedBy || nothing,
      invalid: mistake ? "true" : nothing,
    })}
    ${mistake ? html`<p class="mistake" id="${id}-mistake">${mistake}</p>` : nothing}
    ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : nothing}
  </div>`;
}

const TYPES = { time: "datetime-local", number: "number" };

const AREAS = ["json", "labels", "weights"];

const isWide = ({ kind, full }) => full || AREAS.includes(kind);

const inputView = ({ field, id, text, onInput, describedBy, invalid }) => html`<input
    id=${id}
    name=${field.name}
    type=${TYPES[field.kind] ?? "text"}
    step=${field.kind === "time" ? "1" : field.kind === "number" ? "any" : nothing}
    min=${field.kind === "number" ? "0" : nothing}
    ?required=${field.required}
    maxlength=${field.max ?? nothing}
    autocomplete="off"
    spellcheck="false"
    list=${field.suggestions ? `${id}-list` : nothing}
    .value=${live(text)}
    @input=${onInput}
    aria-describedby=${describedBy}
    aria-invalid=${invalid}
  />${field.suggestions
    ? html`<datalist id="${id}-list">
        ${field.suggestions.map((each) => html`<option value=${each}></option>`)}
      </datalist>`
    : nothing}`;

const areaView = ({ field, id, text, onInput, describedBy, invalid }) => html`<textarea
  id=${id}
  name=${field.name}
  class=${field.kind === "json" ? "json" : "labels"}
  rows=${field.rows ?? 3}
  ?required=${field.required}
  autocomplete="off"
  autocapitalize="off"
  spellcheck="false"
  .value=${live(text)}
  @input=${onInput}
  aria-describedby=${describedBy}
  aria-invalid=${invalid}
></textarea>`;

const selectView = ({ field, id, text, onInput, describedBy, invalid }) => html`<select
  id=${id}
  name=${field.name}
  ?required=${field.required}
  @change=${onInput}
  aria-describedby=${describedBy}
  aria-invalid=${invalid}
>
  ${field.options.map(
    ({ value, name }) =>
      html`<option value=${value} .selected=${live(value === text)}>${name}</option>`,
  )}
</select>`;

const CONTROLS = {
  ...Object.fromEntries(AREAS.map((kind) => [kind, areaView])),
  select: selectView,
  presence: selectView,
};

/** Shows radio buttons or checkboxes. The text of checkboxes is the selected values with commas. */
function optionsView(field, text, mistake, set) {
  const isOne = field.kind === "choice";
  const chosen = isOne ? [text] : (valueOf(field, text) ?? []);
  const others = (value) =>
    field.options
      .map((option) => option.value)
      .filter((each) => chosen.includes(each) !== (each === value))
      .join(", ");
  return html`<fieldset class="full">
    <legend>${field.label}</legend>
    <div class="options">
      ${field.options.map(
        ({ value, name }) =>
          html`<label class="option"
            ><input
              type=${isOne ? "radio" : "checkbox"}
              name=${field.name}
              value=${value}
              .checked=${live(chosen.includes(value))}
              @change=${() => set(field.name, isOne ? value : others(value))}
            />${name}</label
          >`,
      )}
    </div>
    ${mistake ? html`<p class="mistake">${mistake}</p>` : nothing}
    ${field.hint ? html`<p class="hint">${field.hint}</p>` : nothing}
  </fieldset>`;
}
