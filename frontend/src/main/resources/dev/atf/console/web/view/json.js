import { html } from "../lib.js";
import { soundsSecret } from "../format/redact.js";

const MASK = "••••••••";

/**
 * Shows a document as indented text. Data in it never becomes markup.
 *
 * @param unmasked whether the values of keys that sound like secrets are shown
 */
export const json = (value, unmasked) =>
  html`<pre class="json" tabindex="0"><code>${node(value, unmasked, "")}</code></pre>`;

function node(value, unmasked, indent) {
  if (Array.isArray(value)) {
    return list(value, unmasked, indent);
  }
  const isNumber = JSON.isRawJSON?.(value);
  if (value !== null && typeof value === "object" && !isNumber) {
    return object(value, unmasked, indent);
  }
  const kind = isNumber ? "number" : value === null ? "null" : typeof value;
  return html`<span class="json-${kind}">${JSON.stringify(value)}</span>`;
}

function list(values, unmasked, indent) {
  if (!values.length) {
    return "[]";
  }
  const inner = `${indent}  `;
  return html`[${values.map(
    (each, i) => html`${`${i ? "," : ""}\n${inner}`}${node(each, unmasked, inner)}`,
  )}${`\n${indent}`}]`;
}

function object(value, unmasked, indent) {
  const entries = Object.entries(value);
  if (!entries.length) {
    return "{}";
  }
  const inner = `${indent}  `;
  return html`{${entries.map(
    ([key, each], i) =>
      html`${`${i ? "," : ""}\n${inner}`}<span class="json-key">${JSON.stringify(key)}</span>: ${
        !unmasked && soundsSecret(key)
          ? html`<span class="json-mask" title="masked: the key looks like the name of a secret">${MASK}</span>`
          : node(each, unmasked, inner)
      }`,
  )}${`\n${indent}`}}`;
}
