import { html, live, nothing, render } from "../lib.js";
import { many } from "../format/number.js";

/**
 * Asks before something is done, does it, and stays open with what went wrong. What goes on for long
 * may be stopped: it ends where the signal is looked at, and what was done until then is the answer.
 *
 * @param title what is about to be done
 * @param text what it means
 * @param fields [{name, label, kind, value, options, hint, required, when}]
 * @param verb of the button that does it
 * @param danger whether it loses something
 * @param act is given the values, tell({done, total}) and a signal; what it returns is said
 * @returns what act returned; undefined if nothing was done
 */
export function ask({ title, text, fields = [], verb, danger = false, act }) {
  const values = Object.fromEntries(fields.map((field) => [field.name, field.value ?? ""]));
  const state = { error: null, busy: false, stopping: false, progress: null };
  const stop = new AbortController();
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "dialog-title");
  document.body.append(dialog);

  return new Promise((answer) => {
    let done;
    const draw = () => render(form(), dialog);
    const set = (name, value) => {
      values[name] = value;
      draw();
    };
    const back = () => {
      if (state.busy) {
        // What it is in the middle of is done, and told.
        state.stopping = true;
        stop.abort();
        draw();
      } else {
        dialog.close();
      }
    };
    const submit = async (event) => {
      event.preventDefault();
      if (state.busy) {
        return;
      }
      Object.assign(state, { busy: true, error: null });
      draw();
      try {
        const tell = (progress) => {
          state.progress = progress;
          draw();
        };
        done = await act(values, tell, stop.signal);
        dialog.close();
      } catch (error) {
        Object.assign(state, { busy: false, error });
        draw();
      }
    };
    const form = () => html`
      <form @submit=${submit}>
        <h2 id="dialog-title">${title}</h2>
        ${text ? html`<p class="dialog-text">${text}</p>` : nothing}
        <div class="fields">
          ${fields
            .filter((field) => !field.when || field.when(values))
            .map((field) => fieldView(field, values, set))}
        </div>
        ${state.progress ? progressView(state.progress) : nothing}
        ${state.error ? errorView(state.error) : nothing}
        <div class="dialog-buttons">
          <button type="button" ?disabled=${state.stopping} @click=${back}>
            ${state.stopping ? "Stopping …" : state.busy ? "Stop" : "Back"}
          </button>
          <button class=${danger ? "danger" : "primary"} ?disabled=${state.busy}>
            ${state.busy ? "Working …" : verb}
          </button>
        </div>
      </form>
    `;
    dialog.addEventListener("close", () => {
      stop.abort();
      dialog.remove();
      answer(done);
    });
    draw();
    dialog.showModal();
    dialog.querySelector("input, textarea, select, button.primary, button.danger")?.focus();
  });
}

function fieldView(field, values, set) {
  const id = `field-${field.name}`;
  const told = (event) => set(field.name, event.target.value);
  if (field.kind === "choice") {
    return html`<fieldset>
      <legend>${field.label}</legend>
      <div class="options">
        ${field.options.map(
          (option) =>
            html`<label class="option"
              ><input
                type="radio"
                name=${field.name}
                value=${option.value}
                .checked=${live(values[field.name] === option.value)}
                @change=${told}
              />${option.name}</label
            >`,
        )}
      </div>
    </fieldset>`;
  }
  return html`<div class="field">
    <label for=${id}>${field.label}</label>
    <input
      id=${id}
      name=${field.name}
      type=${field.kind ?? "text"}
      step=${field.kind === "datetime-local" ? "1" : nothing}
      ?required=${field.required}
      maxlength=${field.max ?? nothing}
      autocomplete="off"
      .value=${live(values[field.name])}
      @input=${told}
      aria-describedby=${field.hint ? `${id}-hint` : nothing}
    />
    ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : nothing}
  </div>`;
}

const progressView = ({ done, total, word }) => html`
  <div class="progress">
    <progress
      aria-label="Progress"
      max=${total || nothing}
      value=${total ? Math.min(done, total) : nothing}
    ></progress>
    <span>${many(done, "task")} ${word}${total ? ` of about ${total.toLocaleString("en")}` : ""}</span>
  </div>
`;

const errorView = (error) => html`
  <div class="trouble" role="alert">
    <strong>${error.isDenied ? "You may not do this." : "Not done."}</strong> ${error.message}
    ${error.violations?.length
      ? html`<ul>
          ${error.violations.map((each) => html`<li>${each.field}: ${each.description}</li>`)}
        </ul>`
      : nothing}
    ${error.reason ? html`<code>${error.reason}</code>` : nothing}
  </div>
`;
