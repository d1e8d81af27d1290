import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { backfill, pause, remove, resume, trigger } from "../action/periodic.js";
import { edit } from "../action/periodicform.js";
import { count } from "../format/number.js";
import { catchUpOf, intervalText, overlapOf, stateOf, upcomingFires } from "../format/periodic.js";
import { isFinished } from "../format/status.js";
import { sentence } from "../format/text.js";
import { calendarIn, lengthOf, MINUTE, readersZone, SECOND } from "../format/time.js";
import { Poll } from "../live/poll.js";
import { pager } from "../view/filters.js";
import { firesTable, nextFires } from "../view/fires.js";
import { chip, empty, facts, heading, lambdaLink, loading, onDay, section, taskLink, tile, trouble, when } from "../view/parts.js";
import { Payload, payloadOf } from "../view/payload.js";

const EVERY = 3 * SECOND;
const PAGE = 25;
/** Minimum time between two reads of past fires, if none of them can change. */
const FIRES_KEPT = 30 * SECOND;

/** The page of a periodic task: its schedule, and its past and next fires. */
export function periodic({ name: lambda, inner: name, query, redraw, failed, go }) {
  const range = { before: query.get("before") ?? "", since: query.get("since") ?? "" };
  let shown = null;
  let fires = null;
  let firesUntil = 0;
  let triggered = "";
  const payload = new Payload("payload", redraw);
  const poll = new Poll(async (signal) => {
    const found = await atf.getPeriodic(lambda, name, signal);
    // The server reads the task of each fire, so past fires are read only if they can have changed.
    if (!found.unreadable && (Date.now() >= firesUntil || fires.fires?.some(mayChange))) {
      const query = { pageSize: PAGE, before: range.before, after: range.since };
      fires = await atf.listFires(lambda, name, query, signal);
      const next = Date.parse(upcomingFires(found)[0]?.at) || Infinity;
      firesUntil = Math.min(Date.now() + FIRES_KEPT, next);
    }
    shown = found;
  }, EVERY, { redraw, failed }).start();
  const act = (action) => async () => {
    const done = await action(shown);
    if (action === remove && done) {
      go(`/console/periodic?lambda=${lambda}`);
      return;
    }
    if (action === trigger) {
      triggered = done ?? triggered;
    }
    if (action === backfill && isBefore(done?.from, range.since || shown.createdAt)) {
      // By default the list starts at the creation of the periodic task.
      go(address(shown, { since: done.from }), { replace: true });
    } else if (done) {
      firesUntil = 0;
      poll.now();
    }
  };

  return {
    title: () => name,
    view: () => html`
      <nav class="crumbs" aria-label="Where this is">
        <a href="/console/periodic?lambda=${lambda}">Periodic tasks</a>
        <span aria-hidden="true">/</span> ${lambdaLink(lambda)}
      </nav>
      <div class="page-head">
        ${heading(html`<span class="unseen">Periodic task </span>${name}`)}
        ${shown ? chip(stateOf(shown)) : nothing}
        ${shown && !shown.canary ? actions(shown, act) : nothing}
      </div>
      ${poll.error?.isNotFound ? nothing : trouble(poll.error)}
      ${triggered
        ? html`<p class="notice" data-tone="good">
            Task ${taskLink(triggered)} was created by hand, in addition to the schedule.
          </p>`
        : nothing}
      ${shown
        ? content({ shown, fires, range, payload })
        : poll.error
          ? poll.error.isNotFound
            ? html`<div class="card">${notThere(lambda)}</div>`
            : nothing
          : loading("the periodic task")}
    `,
    close: () => poll.stop(),
  };
}

const notThere = (lambda) =>
  empty(
    "This periodic task does not exist",
    `It may have been deleted. List the periodic tasks of ${lambda}:`,
    `./atf periodic list ${lambda}`,
  );

const actions = (shown, act) => html`
  <div class="actions">
    ${shown.unreadable
      ? nothing
      : html`<button type="button" @click=${act(trigger)}>Trigger …</button>
          <button type="button" @click=${act(backfill)}>Backfill …</button>
          <button type="button" @click=${act(edit)}>Edit …</button>`}
    ${!shown.paused
      ? html`<button type="button" @click=${act(pause)}>Pause …</button>`
      : shown.unreadable
        ? nothing
        : html`<button type="button" class="primary" @click=${act(resume)}>Resume …</button>`}
    <button type="button" class="danger-quiet" @click=${act(remove)}>Delete …</button>
  </div>
`;

const unreadable = ({ unreadable }) =>
  empty(
    "This schedule cannot be read",
    `${unreadable}. This server does not fire it; a newer version may be able to read it. Other periodic tasks are not affected.`,
  );

function content({ shown, fires, range, payload }) {
  if (shown.unreadable) {
    return html`<div class="card">${unreadable(shown)}</div>`;
  }
  // Some of the next fires may be in the past since the latest response.
  const soon = upcomingFires(shown)[0] ?? shown.nextFires?.at(-1);
  return html`
    <dl class="tiles">
      ${tile({
        label: "Next run",
        value: soon ? when(soon.at) : "–",
        note: soon ? onDay(soon.at) : shown.paused ? "it is paused" : "it has ended",
      })}
      ${tile({ label: "Runs", value: count(shown.firedCount) })}
      ${tile({
        label: "Skipped",
        value: count(shown.skippedCount),
        note: "the previous run was still active",
      })}
      ${tile({
        label: "Missed",
        value: count(shown.missedCount),
        note: "no store consumer was running",
        tone: Number(shown.missedCount) ? "warn" : "",
      })}
    </dl>
    <div class="two">
      ${section("Schedule", scheduleOf(shown))}
      <div class="stack">
        ${section("Next runs", next(shown))} ${section("Payload", payload.view(payloadOf(shown)))}
      </div>
    </div>
    ${section(
      "Runs",
      firesTable(fires.fires ?? [], shown, range),
      html`<span class="card-note">of the current schedule, the latest first</span>`,
    )}
    ${pager({
      label: "Pages of runs",
      first: range.before && address(shown, { ...range, before: "" }),
      firstName: "Latest",
      next: fires.nextBefore && address(shown, { ...range, before: fires.nextBefore }),
      nextName: "Earlier",
    })}
  `;
}

/** Whether a fire may still change: its task is unfinished, or is about to be created. */
const mayChange = ({ at, status }) =>
  status ? !isFinished(status) : Date.now() - Date.parse(at) < MINUTE;

const isBefore = (at, other) => Date.parse(at) < Date.parse(other);

function address({ lambda, name }, range) {
  const query = new URLSearchParams(Object.entries(range).filter(([, value]) => value));
  return `/console/lambdas/${lambda}/periodic/${encodeURIComponent(name)}?${query}`;
}

function scheduleOf(shown) {
  const { cron, timeZone, every, anchor, startAt, until, jitter } = shown.schedule;
  return html`
    <p class="in-words">
      ${cron ? html`<code>${cron}</code> ${timeZone}` : sentence(intervalText(shown.schedule))}
    </p>
    ${facts([
      every && Date.parse(anchor) && ["Counted from", onDay(anchor)],
      startAt && ["From", onDay(startAt)],
      until && ["Until", onDay(until)],
      jitter && ["Jitter", `each run is delayed by up to ${lengthOf(jitter)}`],
      ["Overlap", overlapOf(shown.overlap)],
      shown.queuedFire && ["Run waiting for the previous one", onDay(shown.queuedFire)],
      ["After an outage", catchUpOf(shown.catchUp)],
      shown.priority && ["Priority", shown.priority],
      shown.collection && ["Collection", shown.collection],
      ["A task expires after", lengthOf(shown.lifetime)],
      ["Created", when(shown.createdAt)],
      ["Revision", count(shown.revision)],
      ...Object.entries(shown.labels ?? {}).map(([name, value]) => [`Label ${name}`, value]),
    ])}
  `;
}

function next(shown) {
  if (shown.nextFires?.length) {
    const { timeZone } = shown.schedule;
    const elsewhere = timeZone && calendarIn(timeZone, Date.parse(shown.nextFires[0].at));
    return html`${nextFires(shown)}
      <p class="sub">
        In your time zone, ${readersZone()}${elsewhere ? `, and in ${timeZone}` : ""}.
      </p>`;
  }
  return html`<p class="quiet-text">
    ${shown.paused ? "None: it is paused." : "None: its schedule has ended."}
  </p>`;
}
