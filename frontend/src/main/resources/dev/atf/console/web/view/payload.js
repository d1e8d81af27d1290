import { html, nothing } from "../lib.js";
import { bytesOf, hexOf, sizeOf, textOf } from "../format/data.js";
import { bytes, many } from "../format/number.js";
import { countSecrets } from "../format/redact.js";
import { copyButton } from "./copy.js";
import { json } from "./json.js";

const HEX_ROWS = 64;

/**
 * What a task carries or has answered, closed until somebody asks; values of keys that sound like
 * secrets stay masked until somebody asks for them, too.
 */
export class Payload {
  #what;
  #redraw;
  #open = false;
  #unmasked = false;

  /** @param what its name in sentences: payload, result */
  constructor(what, redraw) {
    this.#what = what;
    this.#redraw = redraw;
  }

  /** @param said {value} of JSON, or {data} in base64, and contentType; null: there is none */
  view(said) {
    if (!said) {
      return html`<p class="quiet-text">None.</p>`;
    }
    return this.#open ? this.#shown(said) : this.#hidden(said);
  }

  #hidden(said) {
    return html`<div class="payload-closed">
      <p class="quiet-text">${describe(said)}. Hidden, because it may contain confidential data.</p>
      <button type="button" @click=${() => this.#set({ open: true })}>Show the ${this.#what}</button>
    </div>`;
  }

  #shown(said) {
    const document = "value" in said ? said.value : jsonOf(said);
    const secrets = document === undefined ? 0 : countSecrets(document);
    return html`
      <div class="payload-bar">
        <span class="sub">${describe(said)}</span>
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
      ${document === undefined ? raw(said) : json(document, this.#unmasked)}
    `;
  }

  #set({ open = this.#open, unmasked = this.#unmasked }) {
    this.#open = open;
    this.#unmasked = open && unmasked;
    this.#redraw();
  }
}

/** Of a task, or of what makes tasks: what view is given. */
export function payloadOf(carrier) {
  if (carrier.json !== undefined) {
    return { value: carrier.json, contentType: carrier.contentType };
  }
  return carrier.data ? { data: carrier.data, contentType: carrier.contentType } : null;
}

function describe(said) {
  const size = "value" in said ? sizeOf(JSON.stringify(said.value)) : bytesOf(said.data).length;
  return `${said.contentType || "application/json"}, ${bytes(size)}`;
}

/** Of JSON that came as bytes, for it would not survive the protocol's numbers. */
function jsonOf(said) {
  if (!/json/.test(said.contentType ?? "")) {
    return undefined;
  }
  try {
    return JSON.parse(textOf(said.data));
  } catch {
    return undefined;
  }
}

function raw(said) {
  const text = textOf(said.data);
  return html`<pre class="log" tabindex="0"><code>${text ?? hexOf(bytesOf(said.data), HEX_ROWS)}</code></pre>`;
}
