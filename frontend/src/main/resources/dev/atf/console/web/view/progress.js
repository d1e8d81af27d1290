import { html } from "../lib.js";
import { figure } from "../format/number.js";
import { json } from "./json.js";

/** Shows the progress that a handler reported: a bar if it is a share, otherwise the document. */
export function progressView(progress) {
  const share = shareOf(progress);
  return share === null
    ? json(progress, false)
    : html`<div class="progress">
        <progress max="1" .value=${share} aria-label="Progress"></progress>
        <span>${figure(share * 100)} %${labelOf(progress)}</span>
      </div>`;
}

/** Returns the share from 0 to 1 of a number, {done, total} or {percent}; null if it is none. */
export function shareOf(progress) {
  const share =
    typeof progress === "number"
      ? progress > 1
        ? progress / 100
        : progress
      : typeof progress?.done === "number" && progress.total > 0
        ? progress.done / progress.total
        : typeof progress?.percent === "number"
          ? progress.percent / 100
          : null;
  return share !== null && share >= 0 && share <= 1 ? share : null;
}

const labelOf = (progress) =>
  typeof progress?.done === "number" ? `, ${progress.done} of ${progress.total}` : "";
