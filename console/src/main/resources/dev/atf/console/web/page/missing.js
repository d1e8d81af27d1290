import { heading } from "../view/parts.js";
import { html } from "../lib.js";

export const missing = () => ({
  title: () => "Not found",
  view: () => html`
    <div class="page-head">${heading("There is no such page")}</div>
    <p><a href="/console/">Go to the overview</a></p>
  `,
  close() {},
});
