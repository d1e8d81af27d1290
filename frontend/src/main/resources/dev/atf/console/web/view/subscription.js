import { html, nothing } from "../lib.js";
import { isOfAnyEnd, isOfPrefix } from "../format/notice.js";
import { lambdaLink, statusChip } from "./parts.js";

/** Of whose tasks it makes notices. */
export const sourceView = (one) => html`
  ${isOfPrefix(one) ? html`<code>${one.lambda}</code>` : lambdaLink(one.lambda)}
  ${one.collection ? html`<p class="sub">collection ${one.collection}</p>` : nothing}
`;

/** The ends of which it makes notices. */
export const endsView = (one) =>
  isOfAnyEnd(one)
    ? "any end"
    : html`<span>${one.statuses.map((status) => html`${statusChip(status)} `)}</span>`;
