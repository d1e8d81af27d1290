import { html, nothing, render } from "../lib.js";
import { many } from "../format/number.js";
import { equivalent } from "../form/equivalent.js";
import { Form } from "../form/form.js";
import { notify } from "./notify.js";

/**
 * Asks for confirmation in a dialog, and then performs an action. If the action fails, the dialog
 * stays open and shows the error, if possible at the field that caused it. The user can stop a long
 * action: it ends when it checks the signal, and returns what it has done.
 *
 * @param title what the action does
 * @param text its consequences
 * @param fields as for Form
 * @param verb label of the button that performs the action
 * @param danger whether the action is destructive
 * @param wide whether the dialog is a form, which Escape does not close after a change
 * @param onSet as for Form
 * @param note gets the values, or null if a field has a mistake, and a function that redraws; it
 *   returns content to show below the fields
 * @param command gets the values, and returns the words of the equivalent command
 * @param act gets the values, onProgress({done, total, word}) and an AbortSignal; it performs the
 *   action
 * @returns the result of act; undefined if nothing was done
 */
export function ask({ fields = [], wide = false, onSet, act, ...words }) {
  const state = { error: null, rest: [], busy: false, stopping: false, progress: null };
  const stop = new AbortController();
  const dialog = document.createElement("dialog");
  dialog.className = wide ? "dialog dialog-wide" : "dialog";
  dialog.setAttribute("aria-labelledby", "dialog-title");
  document.body.append(dialog);

  return new Promise((resolve) => {
    let done;
    const draw = () => render(view({ form, state, words, submit, back, draw }), dialog);
    const form = new Form(fields, draw, onSet);
    const back = () => {
      if (state.busy) {
        // The call in flight completes, and then act returns what was done.
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
      if (!form.isValid) {
        focusMistake(dialog);
        return;
      }
      Object.assign(state, { busy: true, error: null, rest: [] });
      draw();
      try {
        const onProgress = (progress) => {
          state.progress = progress;
          draw();
        };
        done = await act(form.values, onProgress, stop.signal);
        dialog.close();
      } catch (error) {
        const rest = form.refuse(error.violations ?? []);
        Object.assign(state, { busy: false, error, rest });
        draw();
        focusMistake(dialog);
      }
    };
    dialog.addEventListener("cancel", (event) => {
      if (state.busy && event.cancelable) {
        event.preventDefault();
        back();
      } else if (wide && form.isTouched && event.cancelable) {
        event.preventDefault();
        dialog.querySelector("button.back").focus();
        notify("The button Back closes the form and discards the input");
      }
    });
    dialog.addEventListener("close", () => {
      stop.abort();
      dialog.remove();
      resolve(done);
    });
    draw();
    dialog.showModal();
    dialog.querySelector("input, textarea, select, button.primary, button.danger")?.focus();
  });
}

const focusMistake = (dialog) => dialog.querySelector("[aria-invalid]")?.focus();

const view = ({ form, state, words, submit, back, draw }) => html`
  <form @submit=${submit}>
    <h2 id="dialog-title">${words.title}</h2>
    ${words.text ? html`<p class="dialog-text">${words.text}</p>` : nothing} ${form.view()}
    ${words.note ? words.note(form.isValid ? form.values : null, draw) : nothing}
    ${words.command && form.isValid ? equivalent(words.command(form.values)) : nothing}
    ${state.progress ? progressView(state.progress) : nothing}
    ${state.error ? errorView(state.error, state.rest) : nothing}
    <div class="dialog-buttons">
      <button type="button" class="back" ?disabled=${state.stopping} @click=${back}>
        ${state.stopping ? "Stopping …" : state.busy ? "Stop" : "Back"}
      </button>
      <button class=${words.danger ? "danger" : "primary"} ?disabled=${state.busy}>
        ${state.busy ? "Working …" : words.verb}
      </button>
    </div>
  </form>
`;

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

/** @param rest the violations that no field shows */
function errorView(error, rest) {
  const atFields = error.violations?.length && !rest.length;
  return html`
    <div class="trouble" role="alert">
      <strong>${error.isDenied ? "You are not allowed to do this." : "The request failed."}</strong>
      ${atFields ? "Correct the marked fields." : rest.length ? nothing : error.message}
      ${rest.length
        ? html`<ul>
            ${rest.map((each) => html`<li>${each.field}: ${each.description}</li>`)}
          </ul>`
        : nothing}
      ${error.reason ? html`<code>${error.reason}</code>` : nothing}
    </div>
  `;
}
