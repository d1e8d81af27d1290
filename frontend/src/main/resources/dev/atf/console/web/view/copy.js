import { html, nothing } from "../lib.js";
import { notify } from "./notify.js";

/** Copies a text; nothing where the browser does not let pages do it. */
export const copyButton = (text, what) =>
  navigator.clipboard
    ? html`<button
        type="button"
        class="quiet"
        aria-label="Copy ${what}"
        @click=${() => navigator.clipboard.writeText(text).then(() => notify(`${what} copied`))}
      >
        Copy
      </button>`
    : nothing;
