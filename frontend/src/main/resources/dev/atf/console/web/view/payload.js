import { html, nothing } from "../lib.js";
import { bytesOf, hexOf, sizeOf, textOf } from "../format/data.js";
import { exactJson } from "../format/json.js";
import { bytes, many } from "../format/number.js";
import { countSecrets } from "../format/redact.js";
import { copyButton } from "./copy.js";
import { json } from "./json.js";

const HEX_ROWS = 64;

/**
 * The payload or the result of a task. It is hidden until the user opens it. Values of keys that
 * sound like secrets are masked until the user unmasks them.
 */
export class Payload {
  #what;
  #redraw;
  #open = false;
  #unmasked = false;

  /** @param what its name in sentences: "payload" or "result" */
  constructor(what, redraw) {
    this.#what = what;
    this.#redraw = redraw;
  }

  /** @param content {value, contentType} for JSON, or {data, contentType} in base64; null: none */
  view(content) {
    if (!content) {
      return html`<p class="quiet-text">None.</p>`;
    }
    return this.#open ? this.#shown(content) : this.#hidden(content);
  }

  #hidden(content) {
    return html`<div class="payload-closed">
      <p class="quiet-text">
        ${describe(content)}. Hidden, because it may contain confidential data.
      </p>
      <button type="button" @click=${() => this.#set({ open: true })}>Show the ${this.#what}</button>
    </div>`;
  }

  #shown(content) {
    const document = "value" in content ? content.value : jsonOf(content);
    const secrets = document === undefined ? 0 : countSecrets(document);
    return html`
      <div class="payload-bar">
        <span class="sub">${describe(content)}</span>
        <span class="push"></span>
        ${secrets
          ? html`<button
              type="button"
              class="quiet"
              aria-pressed=${this.#unmasked}
              @click=${() => this.#set({ unmasked: !this.#unmasked })}
            >
              ${this.#unmasked ? "Mask" : "Unmask"} ${many(secrets, "value")}
            </button>`
          : nothing}
        ${document !== undefined && (!secrets || this.#unmasked)
          ? copyButton(JSON.stringify(document, null, 2), this.#what)
          : nothing}
        <button type="button" class="quiet" @click=${() => this.#set({ open: false })}>Hide</button>
      </div>
      ${document === undefined ? raw(content) : json(document, this.#unmasked)}
    `;
  }

  #set({ open = this.#open, unmasked = this.#unmasked }) {
    this.#open = open;
    this.#unmasked = open && unmasked;
    this.#redraw();
  }
}

/** Returns the payload of a task or a periodic task, as view expects it. */
export function payloadOf(carrier) {
  if (carrier.json !== undefined) {
    return { value: carrier.json, contentType: carrier.contentType };
  }
  return carrier.data ? { data: carrier.data, contentType: carrier.contentType } : null;
}

function describe(content) {
  const size =
    "value" in content ? sizeOf(JSON.stringify(content.value)) : bytesOf(content.data).length;
  return `${content.contentType || "application/json"}, ${bytes(size)}`;
}

/** Parses JSON that was sent as bytes, because the protocol's numbers would change it. */
function jsonOf(content) {
  if (!/json/.test(content.contentType ?? "")) {
    return undefined;
  }
  try {
    return exactJson(textOf(content.data));
  } catch {
    return undefined;
  }
}

function raw(content) {
  const text = textOf(content.data);
  const shown = text ?? hexOf(bytesOf(content.data), HEX_ROWS);
  return html`<pre class="log" tabindex="0"><code>${shown}</code></pre>`;
}
