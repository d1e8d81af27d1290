import { html, nothing, render } from "../lib.js";
import { many } from "../format/number.js";
import { equivalent } from "../form/equivalent.js";
import { Form } from "../form/form.js";
import { notify } from "./notify.js";

/**
 * Asks before something is done, does it, and stays open with what went wrong: at the field that is
 * wrong, as far as one is. What goes on for long may be stopped: it ends where the signal is looked
 * at, and what was done until then is the answer.
 *
 * @param title what is about to be done
 * @param text what it means
 * @param fields as Form has them
 * @param verb of the button that does it
 * @param danger whether it loses something
 * @param wide whether it is a form to fill in, which Escape does not throw away
 * @param onSet as Form has it
 * @param note is given the values and a function that redraws; what it returns is shown below the
 *   fields
 * @param command is given the values; the words of the command that does the same
 * @param act is given the values, onProgress({done, total}) and a signal; what it returns is said
 * @returns what act returned; undefined if nothing was done
 */
export function ask({ fields = [], wide = false, onSet, act, ...words }) {
  const state = { error: null, rest: [], busy: false, stopping: false, progress: null };
  const stop = new AbortController();
  const dialog = document.createElement("dialog");
  dialog.className = wide ? "dialog dialog-wide" : "dialog";
  dialog.setAttribute("aria-labelledby", "dialog-title");
  document.body.append(dialog);

  return new Promise((answer) => {
    let done;
    const draw = () => render(view({ form, state, words, submit, back, draw }), dialog);
    const form = new Form(fields, draw, onSet);
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
      if (wide && form.isTouched && event.cancelable) {
        event.preventDefault();
        dialog.querySelector("button.back").focus();
        notify("The button Back closes the form and discards the input");
      }
    });
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

/** @param rest the violations that stand at no field */
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
