import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { brief, figure, many } from "../format/number.js";
import { gateOf } from "../format/status.js";
import { length, SECOND } from "../format/time.js";
import { activity } from "../live/activity.js";
import { wholeBacklog } from "../live/backlog.js";
import { failingExecutors, fleet, gateOfLambda, gatesOfCollections, totals } from "../live/fleet.js";
import { heldIn } from "../live/held.js";
import { Poll } from "../live/poll.js";
import { Tail } from "../live/tail.js";
import { activityCharts, backlogChart, recentRates } from "../view/activity.js";
import { chip, choice, empty, heading, lambdaLink, loading, section, tile, trouble } from "../view/parts.js";
import { tailView } from "../view/tail.js";

const EVERY = 2 * SECOND;
/** Reading held keys, held jobs and conditions takes at least two calls for each lambda. */
const HELD_EVERY = 30 * SECOND;
const RECENT_SECONDS = 60;
const LATE = 60 * SECOND;

const WINDOWS = [
  { value: 60, name: "1 min" },
  { value: 300, name: "5 min" },
  { value: 600, name: "10 min" },
].map((each) => ({ ...each, href: `/console/?window=${each.value}` }));

/** The page with the state of the whole cluster. */
export function overview({ query, redraw, failed }) {
  const window = Number(query.get("window")) || WINDOWS[1].value;
  let lambdas = null;
  let points = [];
  let held = null;
  const tail = new Tail({}, redraw);

  const figures = new Poll(async (signal) => {
    lambdas = await fleet(signal);
    wholeBacklog.record(lambdas);
  }, EVERY, { redraw, failed }).start();
  const rates = new Poll(async (signal) => {
    points = await activity("", window, signal);
  }, EVERY, { redraw }).start();

  const holds = new Poll(async (signal) => {
    held = await heldIn(await atf.listLambdas(signal), signal);
  }, HELD_EVERY, { redraw }).start();

  const content = () => {
    if (!lambdas) {
      return figures.error ? nothing : loading("the lambdas");
    }
    if (!lambdas.length) {
      return noLambdas();
    }
    return html`
      ${tiles(lambdas, points, rates.error)} ${attention(lambdas, held, holds.error)}
      <div class="charts">
        ${rates.error ? noActivity() : activityCharts(points)} ${backlogChart(wholeBacklog)}
      </div>
      ${tailView(tail, true)}
    `;
  };

  return {
    title: () => "Overview",
    view: () => html`
      <div class="page-head">${heading("Overview")} ${choice("Window", WINDOWS, window)}</div>
      ${trouble(figures.error)} ${content()}
    `,
    close() {
      figures.stop();
      rates.stop();
      holds.stop();
      tail.close();
    },
  };
}

export const noLambdas = () =>
  section(
    "Lambdas",
    empty(
      "No lambda is registered, or you are not allowed to see any",
      "A lambda is a callback with its own queues and workers. Register one, start workers for it, and schedule a task:",
      './atf lambda register hello\n./atf up --executors command=1\n./atf schedule command --payload \'{"argv":["date"]}\'',
    ),
  );

const noActivity = () =>
  section(
    "Throughput and latency",
    empty(
      "This frontend does not report its activity",
      "The call /v1/activity failed. The figures above and the backlog come from the store.",
    ),
  );

function tiles(lambdas, points, unknown) {
  const now = totals(lambdas);
  const recent = recentRates(points, RECENT_SECONDS);
  const known = !unknown && points.length > 0;
  return html`
    <dl class="tiles">
      ${tile({
        label: "Throughput",
        value: known ? figure(recent.succeeded) : "–",
        unit: "tasks/s",
        note: known ? `scheduled ${figure(recent.scheduled)}/s` : "",
      })}
      ${tile({
        label: "Delivery latency, p50",
        value: recent.p50 >= 0 ? length(recent.p50) : "–",
        note: recent.p99 >= 0 ? `p99 ${length(recent.p99)}` : "nothing started recently",
      })}
      ${tile({
        label: "Backlog",
        value: brief(now.pending),
        note: `${many(now.queued, "task")} in queues`,
      })}
      ${tile({
        label: "Oldest due",
        value: now.oldest ? length(now.oldest) : "none",
        note: now.oldest ? "late, and not running" : "nothing is late",
        tone: now.oldest > LATE ? "warn" : "",
      })}
      ${tile({
        label: "Dead letters",
        value: brief(now.dead),
        note: known ? `${many(recent.failed, "failed attempt")} in a minute` : "",
        tone: now.dead ? "bad" : "",
      })}
    </dl>
  `;
}

/** Shows the problems of all lambdas. */
function attention(lambdas, held, heldError) {
  const found = lambdas.flatMap((lambda) => problems(lambda, held));
  return section(
    "Needs attention",
    html`
      ${found.length
        ? html`<ul class="attention">
            ${found.map(
              ({ lambda, mark, text, href }) =>
                html`<li>${chip(mark)} ${lambdaLink(lambda)} <span>${text}</span
                  >${href ? html`<a class="more" href=${href}>Show</a>` : nothing}</li>`,
            )}
          </ul>`
        : html`<p class="quiet-text">No problems: no gate is closed, and nothing is late, dead, failing or without workers.</p>`}
      <p class="quiet-text">${knownOfHeld(held, heldError)}</p>
    `,
  );
}

/** Describes what is known about held keys, held jobs and closed conditions. */
function knownOfHeld(held, error) {
  const what = "held ordering keys, held jobs and closed conditions";
  if (error) {
    return `The ${what} could not be read: ${error.message}`;
  }
  if (!held) {
    return `Reading the ${what} …`;
  }
  const counts = [held.keys, held.jobs, held.conditions];
  const isEmpty = counts.every(({ size }) => !size);
  const none = isEmpty ? (held.unread ? `No ${what} were found` : `There are no ${what}`) : "";
  const unread = held.unread
    ? `${many(held.unread, "lambda")} ${held.unread === 1 ? "was" : "were"} not read completely for ${what}`
    : "";
  return [none, unread].filter(Boolean).join(". ");
}

function problems(lambda, held) {
  const heldKeyCount = held?.keys.get(lambda.name);
  const heldJobCount = held?.jobs.get(lambda.name);
  const closedCount = held?.conditions.get(lambda.name);
  const now = totals([lambda]);
  const gates = [gateOfLambda(lambda), ...gatesOfCollections(lambda)].filter(Boolean);
  const found = gates.map((gate) => ({
    mark: gateOf(gate.state),
    text: `${gate.collection ? `collection ${gate.collection}: ` : ""}${gate.reason || "no reason given"}`,
  }));
  if (now.dead) {
    found.push({
      mark: { name: "Dead letters", tone: "bad" },
      text: many(now.dead, "task"),
      href: `/console/tasks?lambda=${lambda.name}&state=dead`,
    });
  }
  if (heldKeyCount) {
    found.push({
      mark: { name: "Held keys", tone: "bad" },
      text: `${many(heldKeyCount, "ordering key")} held: none of their tasks runs until the failed task is retried or skipped`,
      href: `/console/keys?lambda=${lambda.name}&state=held`,
    });
  }
  if (heldJobCount) {
    found.push({
      mark: { name: "Held jobs", tone: "bad" },
      text: `${many(heldJobCount, "job")} held or unreadable: ${heldJobCount === 1 ? "it waits" : "they wait"} for an operator`,
      href: `/console/jobs?lambda=${lambda.name}`,
    });
  }
  if (closedCount) {
    found.push({
      mark: { name: "Closed conditions", tone: "bad" },
      text: `${many(closedCount, "condition")} closed or unreadable: tasks wait until a test succeeds`,
      href: `/console/lambdas/${lambda.name}`,
    });
  }
  const failing = failingExecutors(lambda);
  if (failing) {
    found.push({
      mark: { name: "Executors failing", tone: "bad" },
      text: failing,
      href: `/console/lambdas/${lambda.name}`,
    });
  }
  if (now.pending && !now.workers) {
    found.push({
      mark: { name: "No workers", tone: "warn" },
      text: `${many(now.pending, "task")} ${now.pending === 1 ? "waits" : "wait"}, and no worker host serves the lambda now`,
    });
  }
  if (now.oldest > LATE) {
    found.push({
      mark: { name: "Late", tone: "warn" },
      text: `the oldest due task has waited for ${length(now.oldest)}`,
      href: `/console/tasks?lambda=${lambda.name}&state=pending`,
    });
  }
  return found.map((each) => ({ lambda: lambda.name, ...each }));
}
