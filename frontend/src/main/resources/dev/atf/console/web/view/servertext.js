import { html } from "../lib.js";
import { partsOf } from "../format/text.js";
import { exact, precise } from "../format/time.js";
import { taskLink } from "./parts.js";

/**
 * Shows a text from the server. Timestamps are shown in the reader's time zone, task ids become
 * links, and text between backticks becomes code.
 */
export const serverText = (text) =>
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
