import { html, nothing } from "../lib.js";
import { isOfAnyEnd, isOfPrefix } from "../format/notice.js";
import { lambdaLink, statusChip } from "./parts.js";

/** Shows the lambdas and the collection whose tasks a subscription is for. */
export const sourceView = (one) => html`
  ${isOfPrefix(one) ? html`<code>${one.lambda}</code>` : lambdaLink(one.lambda)}
  ${one.collection ? html`<p class="sub">collection ${one.collection}</p>` : nothing}
`;

/** Shows the statuses that create notices. */
export const endsView = (one) =>
  isOfAnyEnd(one)
    ? "any end"
    : html`<span>${one.statuses.map((status) => html`${statusChip(status)} `)}</span>`;
