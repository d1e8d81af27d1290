import { html, live, nothing } from "../lib.js";

/**
 * One field of a form: its label, what it is typed into, its hint, and what is wrong with it.
 *
 * @param field {name, label, kind, hint, required, max, options, suggestions, rows, full}
 * @param text what it holds
 * @param mistake empty: nothing is wrong
 * @param set is given its name and another text
 */
export function fieldView(field, text, mistake, set) {
  const id = `field-${field.name}`;
  const told = (event) => set(field.name, event.target.value);
  if (field.kind === "choice") {
    return choiceView(field, text, told);
  }
  const said = [field.hint && `${id}-hint`, mistake && `${id}-mistake`].filter(Boolean).join(" ");
  const control = CONTROLS[field.kind] ?? inputView;
  return html`<div class="field ${isWide(field) ? "full" : ""}">
    <label for=${id}>${field.label}</label>
    ${control({ field, id, text, told, said: said || nothing, wrong: mistake ? "true" : nothing })}
    ${mistake ? html`<p class="mistake" id="${id}-mistake">${mistake}</p>` : nothing}
    ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : nothing}
  </div>`;
}

const TYPES = { time: "datetime-local", number: "number" };

const isWide = ({ kind, full }) => full || kind === "json" || kind === "labels";

const inputView = ({ field, id, text, told, said, wrong }) => html`<input
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
    @input=${told}
    aria-describedby=${said}
    aria-invalid=${wrong}
  />${field.suggestions
    ? html`<datalist id="${id}-list">
        ${field.suggestions.map((each) => html`<option value=${each}></option>`)}
      </datalist>`
    : nothing}`;

const areaView = ({ field, id, text, told, said, wrong }) => html`<textarea
  id=${id}
  name=${field.name}
  class=${field.kind}
  rows=${field.rows ?? 3}
  ?required=${field.required}
  autocomplete="off"
  autocapitalize="off"
  spellcheck="false"
  .value=${live(text)}
  @input=${told}
  aria-describedby=${said}
  aria-invalid=${wrong}
></textarea>`;

const selectView = ({ field, id, text, told, said, wrong }) => html`<select
  id=${id}
  name=${field.name}
  ?required=${field.required}
  @change=${told}
  aria-describedby=${said}
  aria-invalid=${wrong}
>
  ${field.options.map(
    ({ value, name }) =>
      html`<option value=${value} .selected=${live(value === text)}>${name}</option>`,
  )}
</select>`;

const CONTROLS = { json: areaView, labels: areaView, select: selectView };

const choiceView = (field, text, told) => html`<fieldset class="full">
  <legend>${field.label}</legend>
  <div class="options">
    ${field.options.map(
      (option) =>
        html`<label class="option"
          ><input
            type="radio"
            name=${field.name}
            value=${option.value}
            .checked=${live(text === option.value)}
            @change=${told}
          />${option.name}</label
        >`,
    )}
  </div>
</fieldset>`;
