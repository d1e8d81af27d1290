import { html } from "../lib.js";
import { commandLine } from "../format/command.js";
import { copyButton } from "../view/copy.js";

/** Shows the command line that does the same, with a button to copy it. */
export function equivalent(words) {
  const line = commandLine(words);
  return html`<div class="equivalent">
    <div class="equivalent-head">
      <span class="hint">Equivalent command</span>${copyButton(line, "command")}
    </div>
    <pre class="command" tabindex="0" aria-label="Equivalent command"><code>${line}</code></pre>
  </div>`;
}
