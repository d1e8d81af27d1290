import { html } from "../lib.js";
import { mistakeOf, valueOf } from "../format/input.js";
import { fieldView } from "./field.js";

/** Fields, what is typed into them, and what is wrong with each: as typed, and as the server says. */
export class Form {
  #fields;
  #redraw;
  #onSet;
  #texts;
  #refused = {};
  /** Titles of the parts that a mistake has opened: they stay so while it is mended. */
  #opened = new Set();

  /**
   * @param fields [{name, …}], as fieldView has them: a name is the path of the API's field. With
   *   `more` they are under that title, closed; with `when(texts)` they are there at times. `covers`
   *   are further paths whose violations are shown at a field; true: all that no other field has.
   *   `options` may be a function of the texts
   * @param onSet may change other texts after one was typed: is given all texts and the name
   */
  constructor(fields, redraw, onSet = () => {}) {
    this.#fields = fields;
    this.#redraw = redraw;
    this.#onSet = onSet;
    this.#texts = Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ""]));
  }

  /** For the API, by the names of the fields that are there. */
  get values() {
    return Object.fromEntries(
      this.#shown.map((field) => [field.name, valueOf(field, this.#texts[field.name])]),
    );
  }

  /** Whether no field that is there has a known mistake. */
  get isValid() {
    return this.#shown.every((field) => !mistakeOf(field, this.#texts[field.name]));
  }

  /** Whether somebody typed something. */
  isTouched = false;

  get #shown() {
    return this.#fields.filter(({ when }) => !when || when(this.#texts));
  }

  /** Puts what the server refused to its fields; returns the violations that none of them has. */
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
    const parts = [];
    for (const field of this.#shown) {
      const title = field.more ?? "";
      if (parts.at(-1)?.title !== title) {
        parts.push({ title, fields: [] });
      }
      parts.at(-1).fields.push(field);
    }
    return parts.map((part) => this.#part(part));
  }

  #part({ title, fields }) {
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
