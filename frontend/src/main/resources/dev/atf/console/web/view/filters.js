// Elements that narrow and page a list.

import { html, live, nothing } from "../lib.js";

/**
 * Shows a field that selects one lambda.
 *
 * @param all label of the option for all lambdas; absent: a lambda is required
 * @param choose gets the name of the lambda; empty: all lambdas
 */
export const lambdaField = ({ lambdas, chosen, all, label = "Lambda", choose }) => html`
  <div class="field">
    <label for="lambda">${label}</label>
    <select id="lambda" @change=${(event) => choose(event.target.value)}>
      ${all ? html`<option value="" .selected=${live(!chosen)}>${all}</option>` : nothing}
      ${!chosen || lambdas.some(({ name }) => name === chosen)
        ? nothing
        : html`<option value=${chosen} .selected=${live(true)}>${chosen}</option>`}
      ${lambdas.map(
        ({ name }) => html`<option value=${name} .selected=${live(name === chosen)}>${name}</option>`,
      )}
    </select>
  </div>
`;

/** Shows links to the first and the next page. */
export const pager = ({ label, first, next, firstName = "First page", nextName = "Next page" }) =>
  first || next
    ? html`<nav class="pager" aria-label=${label}>
        ${first ? html`<a href=${first}>${firstName}</a>` : nothing}
        <span class="push"></span>
        ${next ? html`<a href=${next}>${nextName}</a>` : nothing}
      </nav>`
    : nothing;
