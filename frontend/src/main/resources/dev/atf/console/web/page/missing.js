import { heading } from "../view/parts.js";
import { html } from "../lib.js";

export const missing = () => ({
  title: () => "Not found",
  view: () => html`
    <div class="page-head">${heading("This page does not exist")}</div>
    <p><a href="/console/">Go to the overview</a></p>
  `,
  close() {},
});
