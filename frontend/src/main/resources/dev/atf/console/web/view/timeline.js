import { html, nothing } from "../lib.js";
import { sentence } from "../format/text.js";
import { statusOf } from "../format/status.js";
import { exact, length, precise } from "../format/time.js";
import { serverText } from "./servertext.js";

/** Shows the history of a task, with the oldest entry first and the time between the entries. */
export const timeline = (history) => html`
  <ol class="timeline">
    ${history.map((entry, i) => {
      const at = Date.parse(entry.at);
      const before = i ? Date.parse(history[i - 1].at) : at;
      return html`
        <li data-tone=${statusOf(entry.status).tone}>
          <div class="timeline-what">
            <span>${serverText(sentence(entry.detail))}</span>
            ${entry.attempt ? html`<span class="sub">attempt ${entry.attempt}</span>` : nothing}
          </div>
          <div class="timeline-when">
            <time datetime=${entry.at} title=${exact(at)}>${precise(at)}</time>
            ${i ? html`<span class="after">+${length(Math.max(0, at - before))}</span>` : nothing}
          </div>
        </li>
      `;
    })}
  </ol>
`;
