import { html } from "../lib.js";
import { partsOf } from "../format/text.js";
import { exact, precise } from "../format/time.js";
import { taskLink } from "./parts.js";

/**
 * A text of the server: with its moments as the reader's clock has them, links to tasks that it
 * names, and what it quotes as code.
 */
export const told = (text) =>
  partsOf(text).map((part) => {
    if (part.taskId) {
      return taskLink(part.taskId);
    }
    return part.at
      ? html`<time datetime=${part.at} title=${exact(Date.parse(part.at))}
          >${precise(Date.parse(part.at))}</time
        >`
      : part.text.split("`").map((text, i) => (i % 2 ? html`<code>${text}</code>` : text));
  });
