import { html, nothing } from "../lib.js";
import { count, figure } from "../format/number.js";
import { sentence } from "../format/text.js";
import { facts, when } from "./parts.js";
import { serverText } from "./servertext.js";

const TONES = {
  RUNNING: "run",
  SUCCEEDED: "good",
  DEAD: "bad",
  DROPPED: "off",
  KILLED_EXECUTORS: "bad",
  CANCELLED: "off",
  STEP_OF_JOB: "off",
  FIRE_OF_PERIODIC: "off",
  CHILD_OF_TASK: "off",
  CHILDREN_PENDING: "wait",
  NOTICE_OF_TASK: "off",
  NOTICE_MADE: "good",
  NOTICE_DUE: "wait",
  NOT_DUE_YET: "wait",
  WAITS_FOR_TURN: "wait",
  WORKERS_BUSY: "queue",
  KEY_HELD: "bad",
  WAITS_FOR_RELEASE: "queue",
  WAITS_IN_QUEUE: "queue",
};

/** Shows why a task does not run, or how it ended: a summary, then each reason with its remedy. */
export const explanationView = (explained) => html`
  <p class="summary">${serverText(explained.summary)}</p>
  ${explained.reasons?.length
    ? html`<ol class="reasons">
        ${explained.reasons.map(
          (reason) => html`
            <li data-tone=${TONES[reason.code] ?? "warn"}>
              <code>${reason.code}</code>
              ${repeats(explained.summary, reason.message)
                ? nothing
                : html`<p>${serverText(sentence(reason.message))}</p>`}
              ${reason.remedy && !repeats(explained.summary, reason.remedy)
                ? html`<p class="remedy">${serverText(reason.remedy)}</p>`
                : nothing}
              ${reason.since || reason.until
                ? html`<p class="sub">
                    ${reason.since ? serverText(`since ${reason.since}`) : nothing}
                    ${reason.until ? html`over ${when(reason.until)}` : nothing}
                  </p>`
                : nothing}
            </li>
          `,
        )}
      </ol>`
    : nothing}
  ${figures(explained)}
`;

const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Whether the summary already contains the message. */
const repeats = (summary, message) => plain(summary).includes(plain(message));

function figures(explained) {
  const known = [
    explained.tasksAhead != null && ["Tasks ahead of it", count(explained.tasksAhead)],
    explained.queued != null && ["Tasks in its queue", count(explained.queued)],
    explained.releasedPerSecond != null && [
      "Released recently",
      `${figure(explained.releasedPerSecond)}/s`,
    ],
    explained.controllers != null && ["Worker hosts that serve it", count(explained.controllers)],
    explained.controllerSeenAt && ["Latest report of a host", when(explained.controllerSeenAt)],
  ].filter(Boolean);
  return known.length ? facts(known) : nothing;
}
