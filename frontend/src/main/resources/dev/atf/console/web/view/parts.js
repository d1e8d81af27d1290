// Small elements that all pages use.

import { html, nothing } from "../lib.js";
import { count } from "../format/number.js";
import { gateOf, statusOf, statusOfTask } from "../format/status.js";
import { calendar, exact, relative } from "../format/time.js";

/** Shows a time relative to now, with the absolute time as tooltip. */
export const when = (at, absent = "–") =>
  at
    ? html`<time datetime=${at} title=${exact(Date.parse(at))}
        >${relative(Date.parse(at))}</time
      >`
    : html`<span class="absent">${absent}</span>`;

/** Shows a date and a time of day, in the reader's zone. */
export const onDay = (at, options) =>
  html`<time datetime=${at} title=${exact(Date.parse(at))}
    >${calendar(Date.parse(at), options)}</time
  >`;

export const chip = ({ name, tone }, title = "") =>
  html`<span class="chip" data-tone=${tone} title=${title || nothing}>${name}</span>`;

export const statusChip = (status) => chip(statusOf(status), status);

export const taskChip = (task) => chip(statusOfTask(task), task.status);

export const gateChip = (gate) => chip(gateOf(gate?.state), gate?.reason);

export const taskLink = (id) =>
  html`<a class="id" href="/console/tasks/${id}" title=${id}
    >${id.slice(0, 8)}</a
  >`;

export const lambdaLink = (name) => html`<a href="/console/lambdas/${name}">${name}</a>`;

export const jobLink = (lambda, job) =>
  html`<a href="/console/lambdas/${lambda}/jobs/${encodeURIComponent(job)}">${job}</a>`;

export const periodicLink = (lambda, name) =>
  html`<a href="/console/lambdas/${lambda}/periodic/${encodeURIComponent(name)}">${name}</a>`;

export const subscriptionLink = (name) =>
  html`<a href="/console/subscriptions/${name}">${name}</a>`;

export const keyHref = (lambda, key) =>
  `/console/lambdas/${lambda}/keys?key=${encodeURIComponent(key)}`;

export const keyLink = (lambda, key) =>
  html`<a class="any-text" href=${keyHref(lambda, key)}>${key}</a>`;

/** Shows the heading of a page, which gets the focus when the page is opened. */
export const heading = (text) => html`<h1 tabindex="-1" id="heading">${text}</h1>`;

/** Shows a part of a page with a title. */
export const section = (title, content, aside = nothing) => html`
  <section class="card" aria-label=${title}>
    <header class="card-head">
      <h2>${title}</h2>
      ${aside}
    </header>
    ${content}
  </section>
`;

/** Shows one figure with its label. */
export const tile = ({ label, value, unit = "", note = "", tone = "" }) => html`
  <div class="tile" data-tone=${tone || nothing}>
    <dt>${label}</dt>
    <dd>
      <span class="figure">${value}</span>${unit ? html`<span class="unit">${unit}</span>` : nothing}
      ${note ? html`<span class="note">${note}</span>` : nothing}
    </dd>
  </div>
`;

/** Shows why a list or page is empty, and what to do about it. */
export const empty = (title, text, command = "") => html`
  <div class="empty">
    <p class="empty-title">${title}</p>
    <p>${text}</p>
    ${command ? html`<pre class="command" tabindex="0"><code>${command}</code></pre>` : nothing}
  </div>
`;

/** Shows what a list of all lambdas omits: `more` and `unread`, as listRows returns them. */
export const moreOf = ({ more, unread }, href) => html`
  ${more.length
    ? html`<p class="notice" data-tone="wait">
        There are more of
        ${more.map((name, i) => html`${i ? ", " : ""}<a href=${href(name)}>${name}</a>`)}.
      </p>`
    : nothing}
  ${unread
    ? html`<p class="notice" data-tone="wait">
        Not shown: ${count(unread)} more lambdas. Select one of them above.
      </p>`
    : nothing}
`;

export const loading = (what) =>
  html`<p class="loading" role="status"><span class="spinner"></span>Loading ${what} …</p>`;

/** Shows the error of the latest read. The page keeps the data of the previous read. */
export function trouble(error) {
  if (!error || error.wantsToken) {
    return nothing;
  }
  const title = error.isDenied
    ? "You are not allowed to see this"
    : error.status === 0
      ? "The frontend does not respond"
      : error.isNotFound
        ? "Not found"
        : "Request failed";
  const text =
    error.status === 0
      ? "The page shows the last known state. The console retries every few seconds."
      : error.message;
  return html`<div class="trouble" role="alert">
    <strong>${title}.</strong> ${text}
    ${error.isDenied
      ? html`Ask the operator of this cluster for the right, or use another token.`
      : nothing}
    ${error.reason ? html`<code>${error.reason}</code>` : nothing}
  </div>`;
}

/** Shows a list of names and values. */
export const facts = (pairs) => html`
  <dl class="facts">
    ${pairs
      .filter(Boolean)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>
`;

/** Shows a few options as links, with the selected one marked. */
export const choice = (label, options, chosen) => html`
  <nav class="choice" aria-label=${label}>
    ${options.map(
      ({ value, name, href }) =>
        html`<a href=${href} aria-current=${value === chosen ? "true" : nothing}>${name}</a>`,
    )}
  </nav>
`;
