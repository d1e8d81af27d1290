import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { redriveAll } from "../action/bulk.js";
import { closeGate, openGate } from "../action/gate.js";
import { edit } from "../action/lambda.js";
import { schedule } from "../action/schedule.js";
import { count, many } from "../format/number.js";
import { filterIn } from "../format/taskfilter.js";
import { length, parseDuration, SECOND } from "../format/time.js";
import { activity } from "../live/activity.js";
import { Backlog } from "../live/backlog.js";
import { failingExecutors, gateOfLambda, totals } from "../live/fleet.js";
import { Poll } from "../live/poll.js";
import { Tail } from "../live/tail.js";
import { activityCharts, backlogChart } from "../view/activity.js";
import { conditionsView } from "../view/conditions.js";
import { chip, empty, gateChip, heading, loading, section, trouble, when } from "../view/parts.js";
import { settingsView } from "../view/settings.js";
import { table } from "../view/table.js";
import { tailView } from "../view/tail.js";

const EVERY = 2 * SECOND;
const WINDOW = 300;

/** The page of a lambda: its queues, gates, workers and settings. */
export function lambda({ name, redraw, failed, go }) {
  let shown = null;
  let points = [];
  let conditions = [];
  const backlog = new Backlog();
  const tail = new Tail({ lambda: name }, redraw);

  const poll = new Poll(async (signal) => {
    shown = await atf.getLambda(name, signal);
    backlog.record([shown]);
  }, EVERY, { redraw, failed }).start();
  const rates = new Poll(async (signal) => {
    points = await activity(name, WINDOW, signal);
  }, EVERY, { redraw }).start();

  const conditionsPoll = new Poll(async (signal) => {
    conditions = (await atf.listConditions(name, signal)).conditions ?? [];
  }, 2 * EVERY, { redraw }).start();

  /** Returns a listener that performs an action, and then reads the lambda again. */
  const act = (action) => async () => {
    if (await action()) {
      poll.now();
    }
  };

  return {
    title: () => name,
    view: () => html`
      <nav class="crumbs" aria-label="Where this is"><a href="/console/lambdas">Lambdas</a></nav>
      <div class="page-head">
        ${heading(name)} ${shown ? gateChip(gateOfLambda(shown)) : nothing}
        ${shown ? actions(shown, act, go) : nothing}
      </div>
      ${shown?.description || shown?.owner
        ? html`<p class="lead">
            ${shown.description} ${shown.owner ? html`<span>Owner: ${shown.owner}.</span>` : nothing}
          </p>`
        : nothing}
      ${related(name)} ${trouble(poll.error)}
      ${shown
        ? content({ lambda: shown, conditions, points, backlog, tail, act })
        : poll.error
          ? nothing
          : loading(`the lambda ${name}`)}
    `,
    close() {
      poll.stop();
      rates.stop();
      conditionsPoll.stop();
      tail.close();
    },
  };
}

const related = (name) => html`
  <nav class="related" aria-label="Parts of this lambda">
    <a href="/console/tasks?lambda=${name}">Tasks</a>
    <a href="/console/periodic?lambda=${name}">Periodic tasks</a>
    <a href="/console/keys?lambda=${name}">Ordering keys</a>
    <a href="/console/jobs?lambda=${name}">Jobs</a>
    <a href="/console/subscriptions?lambda=${name}">Subscriptions</a>
  </nav>
`;

/** Returns the filter for all dead letters of a lambda. */
const deadOf = (name) => filterIn(new URLSearchParams({ lambda: name, state: "dead" }));

function actions(lambda, act, go) {
  const { name } = lambda;
  const gate = gateOfLambda(lambda);
  const dead = Number(lambda.live?.dead ?? 0);
  return html`<div class="actions">
    <button type="button" @click=${() => schedule(go, [lambda], name)}>Schedule …</button>
    <button type="button" @click=${act(() => edit(lambda))}>Edit …</button>
    ${gate
      ? html`<button type="button" class="primary" @click=${act(() => openGate(name))}>Resume …</button>`
      : html`<button type="button" @click=${act(() => closeGate("PAUSED", name))}>Pause …</button>
          <button type="button" class="danger-quiet" @click=${act(() => closeGate("DROPPING", name))}>
            Drop …
          </button>`}
    ${dead
      ? html`<button type="button" @click=${act(() => redriveAll(deadOf(name)))}>
          Redrive ${many(dead, "dead letter")} …
        </button>`
      : nothing}
  </div>`;
}

function content({ lambda, conditions, points, backlog, tail, act }) {
  const gates = gatesView(lambda, act);
  const hasNoCollections = !collectionsOf(lambda).length;
  return html`
    ${gateNote(lambda)}
    <div class="two">
      ${section(
        "Queues by priority",
        queues(lambda),
        html`<a class="more" href="/console/tasks?lambda=${lambda.name}">All tasks</a>`,
      )}
      <div class="stack">
        ${section("Workers", workers(lambda))} ${hasNoCollections ? gates : nothing}
      </div>
    </div>
    ${hasNoCollections ? nothing : gates}
    ${conditions.length ? conditionsView(lambda.name, conditions) : nothing}
    <div class="charts">
      ${points.length ? activityCharts(points) : nothing} ${backlogChart(backlog)}
    </div>
    ${tailView(tail, false)} ${section("Settings", settingsView(lambda))}
  `;
}

function gateNote(lambda) {
  const gate = gateOfLambda(lambda);
  return gate
    ? html`<div class="notice" data-tone=${gate.state === "PAUSED" ? "warn" : "bad"}>
        <strong>${gate.state === "PAUSED" ? "Paused" : "Dropping"}</strong>
        ${when(gate.setAt)}${gate.by ? html` by ${gate.by}` : nothing},
        ${gate.until ? html`it resumes by itself ${when(gate.until)}` : "until it is resumed"}.
        Reason: ${gate.reason ? html`“${gate.reason}”` : "none given"}.
      </div>`
    : nothing;
}

function queues(lambda) {
  const all = lambda.live?.priorities ?? [];
  const most = Math.max(1, ...all.map((each) => Number(each.pending)));
  return table({
    label: "Queues by priority",
    rows: all,
    key: (each) => each.priority,
    columns: [
      {
        name: "Priority",
        cell: (each) =>
          html`<a
            href="/console/tasks?lambda=${lambda.name}&state=pending&priority=${each.priority}"
            >${each.priority}</a
          >`,
      },
      {
        name: "Share of the backlog",
        class: "bar-cell",
        cell: (each) => html`<meter min="0" max=${most} value=${each.pending}></meter>`,
      },
      { name: "Unfinished", class: "number", cell: (each) => count(each.pending) },
      { name: "In queue", class: "number", cell: (each) => count(each.queued) },
      {
        name: "Oldest due",
        class: "number",
        cell: (each) =>
          each.oldestDueAge
            ? length(parseDuration(each.oldestDueAge))
            : html`<span class="absent">–</span>`,
      },
    ],
  });
}

/** Lambdas whose executors need no program of their owner. */
const BUILT_IN = ["command", "http", "probe"];

const executorsOf = (name) => `--executors ${name}=2${BUILT_IN.includes(name) ? "" : " -- COMMAND"}`;

function workers(lambda) {
  const { workers: seen, pending } = totals([lambda]);
  const own = lambda.live?.executors;
  const failing = failingExecutors(lambda);
  return seen
    ? html`<p class="big-line">
          <b>${count(seen)}</b> ${seen === 1 ? "host serves" : "hosts serve"} this lambda${own
            ? html`, with <b>${count(own.ready ?? 0)}</b> of ${many(own.wanted ?? 0, "executor")} ready`
            : nothing}.
        </p>
        ${failing ? html`<p>${chip({ name: "Executors failing", tone: "bad" })} ${failing}</p>` : nothing}`
    : empty(
        "No worker host serves this lambda",
        pending
          ? `${many(pending, "task")} cannot run without workers. Start a worker host:`
          : "Tasks wait until there are workers. Start a worker host:",
        ["up", "worker"].map((each) => `./atf ${each} ${executorsOf(lambda.name)}`).join("\n"),
      );
}

const collectionsOf = (lambda) => (lambda.gates ?? []).filter((gate) => gate.collection);

const gatesView = (lambda, act) =>
  section(
    "Paused collections",
    gates(lambda, act),
    html`<button
      type="button"
      class="quiet"
      @click=${act(() => closeGate("PAUSED", lambda.name, ""))}
    >
      Pause a collection …
    </button>`,
  );

function gates(lambda, act) {
  const closed = collectionsOf(lambda);
  return closed.length
    ? table({
        label: "Paused collections",
        rows: closed,
        key: (gate) => gate.collection,
        columns: [
          { name: "Collection", cell: (gate) => gate.collection },
          { name: "State", cell: (gate) => gateChip(gate) },
          { name: "Reason", class: "wide", cell: (gate) => gate.reason || "–" },
          { name: "By", cell: (gate) => gate.by || "–" },
          { name: "Since", cell: (gate) => when(gate.setAt) },
          { name: "Until", cell: (gate) => when(gate.until, "resumed") },
          {
            name: "Action",
            cell: (gate) =>
              gate.state === "OPEN"
                ? nothing
                : html`<button
                    type="button"
                    class="quiet"
                    @click=${act(() => openGate(lambda.name, gate.collection))}
                  >
                    Resume …
                  </button>`,
          },
        ],
      })
    : html`<p class="quiet-text">
        None is paused. The tasks of a <code>collection</code> can be paused without pausing the
        other tasks.
      </p>`;
}
