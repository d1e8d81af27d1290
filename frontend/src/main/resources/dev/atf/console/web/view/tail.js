import { html, nothing, repeat } from "../lib.js";
import { precise } from "../format/time.js";
import { lambdaLink, section, statusChip, taskLink } from "./parts.js";

const SHOWN = 12;

const STATE = {
  connecting: "Connecting …",
  live: "No events yet.",
  lost: "The stream ended; the console reconnects.",
  missing: "This frontend streams no events.",
};

/** Shows the latest transitions. */
export const tailView = (tail, withLambda) =>
  section(
    "Happening now",
    tail.latest.length
      ? html`<ol class="tail-list">
          ${repeat(
            tail.latest.slice(0, SHOWN),
            (each) => each.key,
            (each) => html`
              <li>
                <time datetime=${each.at}>${precise(Date.parse(each.at))}</time>
                ${statusChip(each.status)} ${taskLink(each.taskId)}
                ${withLambda ? html`<span class="lambda">${lambdaLink(each.lambda)}</span>` : nothing}
                <span class="detail" title=${each.detail ?? nothing}>${each.detail}</span>
              </li>
            `,
          )}
        </ol>`
      : html`<p class="quiet-text">${STATE[tail.state]}</p>`,
    html`<span class="live-mark" data-state=${tail.state}
      >${tail.state === "live" ? "Live" : "Not live"}</span
    >`,
  );
