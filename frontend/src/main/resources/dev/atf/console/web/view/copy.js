import { html, nothing } from "../lib.js";
import { notify } from "./notify.js";

/** Shows a button that copies a text, if the browser gives pages access to the clipboard. */
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
