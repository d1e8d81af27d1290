import { html } from "../lib.js";
import { mistakeOf, valueOf } from "../format/input.js";
import { fieldView } from "./field.js";

/** The fields of a form with their texts, and the mistakes found here and by the server. */
export class Form {
  #fields;
  #redraw;
  #onSet;
  #texts;
  #refused = {};
  /** Titles of the groups that a mistake has opened. They stay open while the user corrects it. */
  #opened = new Set();

  /**
   * @param fields [{name, value, given, …}] as for fieldView, where a name is the path of a field of
   *   the API, and `value` its first text. `given` is the value of this text, which is returned while
   *   the text is not changed: a text may be less precise.
   *   Fields with `more` are in a closed group with that title. A field with `when(texts)` is shown
   *   only if it returns true. `covers` lists further paths whose violations the field shows; true
   *   means all violations that no other field shows. `options` may be a function of the texts
   * @param onSet gets all texts and the name of the changed field; it may change other texts
   */
  constructor(fields, redraw, onSet = () => {}) {
    this.#fields = fields;
    this.#redraw = redraw;
    this.#onSet = onSet;
    this.#texts = Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ""]));
  }

  /** The values for the API, by the names of the fields that are shown. */
  get values() {
    return Object.fromEntries(
      this.#shown.map((field) => [field.name, this.#valueOf(field)]),
    );
  }

  #valueOf(field) {
    const text = this.#texts[field.name];
    return field.given !== undefined && text === field.value ? field.given : valueOf(field, text);
  }

  /** Whether no field that is shown has a mistake that can be found without the server. */
  get isValid() {
    return this.#shown.every((field) => !mistakeOf(field, this.#texts[field.name]));
  }

  /** Whether the user changed any field. */
  isTouched = false;

  get #shown() {
    return this.#fields.filter(({ when }) => !when || when(this.#texts));
  }

  /** Shows violations from the server at their fields. Returns those that belong to no field. */
  refuse(violations) {
    const rest = [];
    for (const { field: path, description } of violations) {
      const field =
        this.#shown.find(({ name }) => isAt(path, [name])) ??
        this.#shown.find(({ covers }) => Array.isArray(covers) && isAt(path, covers)) ??
        this.#shown.find(({ covers }) => covers === true);
      if (field) {
        const text = path === field.name ? description : `${path}: ${description}`;
        this.#refused[field.name] = [...(this.#refused[field.name] ?? []), text];
      } else {
        rest.push({ field: path, description });
      }
    }
    return rest;
  }

  view() {
    const groups = [];
    for (const field of this.#shown) {
      const title = field.more ?? "";
      if (groups.at(-1)?.title !== title) {
        groups.push({ title, fields: [] });
      }
      groups.at(-1).fields.push(field);
    }
    return groups.map((group) => this.#group(group));
  }

  #group({ title, fields }) {
    const content = html`<div class="fields">${fields.map((each) => this.#view(each))}</div>`;
    if (!title) {
      return content;
    }
    if (fields.some((each) => this.#mistake(each))) {
      this.#opened.add(title);
    }
    return html`<details class="more-fields" ?open=${this.#opened.has(title)}>
      <summary>${title}</summary>
      ${content}
    </details>`;
  }

  #view(field) {
    const options =
      typeof field.options === "function" ? field.options(this.#texts) : field.options;
    return fieldView(
      { ...field, options },
      this.#texts[field.name],
      this.#mistake(field),
      (name, text) => this.#set(name, text),
    );
  }

  #mistake(field) {
    return mistakeOf(field, this.#texts[field.name]) || (this.#refused[field.name] ?? []).join("; ");
  }

  #set(name, text) {
    this.#texts[name] = text;
    this.isTouched = true;
    delete this.#refused[name];
    this.#onSet(this.#texts, name);
    this.#redraw();
  }
}

const isAt = (path, names) =>
  names.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));
