import { html, nothing } from "../lib.js";
import { chip } from "./parts.js";

/** Whether a result comes from the built-in lambda "command". */
export const isCommandResult = (lambda, result) =>
  lambda === "command" && result && typeof result.exitCode === "number";

/** Reads the output of a failed command from the details of its failure; null if there is none. */
export function commandFailureOf({ code, details }) {
  if (!code.startsWith("COMMAND_") || !details?.startsWith("{")) {
    return null;
  }
  try {
    const { exitCode, stdout, stderr, truncated } = JSON.parse(details);
    return typeof stdout === "string" && typeof stderr === "string"
      ? { exitCode, stdout, stderr, truncated }
      : null;
  } catch {
    return null;
  }
}

/** Shows the exit code and the output of a command. */
export const commandLog = (result) => html`
  <div class="payload-bar">
    ${typeof result.exitCode === "number"
      ? chip({ name: `exit code ${result.exitCode}`, tone: result.exitCode ? "bad" : "good" })
      : nothing}
    ${result.truncated ? html`<span class="sub">the output was cut</span>` : nothing}
  </div>
  ${stream("stdout", result.stdout)} ${stream("stderr", result.stderr)}
`;

const stream = (name, text) => html`
  <h3 class="stream">${name}</h3>
  ${text
    ? html`<pre class="log" tabindex="0" aria-label=${name}><code>${text}</code></pre>`
    : html`<p class="quiet-text">Nothing.</p>`}
`;
