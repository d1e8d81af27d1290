import { html, nothing } from "../lib.js";
import { savedFilters } from "../live/savedfilters.js";
import { ask } from "./dialog.js";
import { notify } from "./notify.js";

/** Shows the filters that this browser stores, and a button that stores the current one. */
export function savedFiltersView(address, redraw) {
  const saved = Object.entries(savedFilters.all());
  return html`<div class="saved">
    ${saved.length
      ? html`<ul aria-label="Saved filters">
          ${saved.map(
            ([name, href]) =>
              html`<li>
                <a href=${href} aria-current=${href === address ? "true" : nothing}>${name}</a
                ><button
                  type="button"
                  class="quiet"
                  aria-label="Delete the filter ${name}"
                  @click=${() => {
                    savedFilters.forget(name);
                    redraw();
                  }}
                >
                  ×
                </button>
              </li>`,
          )}
        </ul>`
      : nothing}
    <button type="button" class="quiet" @click=${() => save(address, redraw)}>
      Save this filter …
    </button>
  </div>`;
}

async function save(address, redraw) {
  const done = await ask({
    title: "Save this filter",
    text: "It is stored in this browser. A filter with the same name is replaced.",
    fields: [{ name: "name", label: "Name", required: true, max: 40 }],
    verb: "Save",
    act: ({ name }) => {
      savedFilters.save(name, address);
      return name;
    },
  });
  if (done) {
    notify(`Filter ${done} saved`);
    redraw();
  }
}
