import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { count, dollars, figure, many } from "../format/number.js";
import { sentence } from "../format/text.js";
import { HOUR, length, SECOND } from "../format/time.js";
import { Poll } from "../live/poll.js";
import { empty, heading, loading, section, tile, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";

const EVERY = 5 * SECOND;
const HOURS_A_MONTH = 730;

/** What the cluster has asked of DynamoDB and SQS, in units and dollars. */
export function costs({ redraw, failed }) {
  let ledger = null;
  const poll = new Poll(async (signal) => {
    ledger = await atf.getCosts(signal);
  }, EVERY, { redraw, failed }).start();
  return {
    title: () => "Costs",
    view: () => html`
      <div class="page-head">${heading("Costs")}</div>
      ${trouble(poll.error)} ${ledger ? content(ledger) : poll.error ? nothing : loading("the ledger")}
    `,
    close: () => poll.stop(),
  };
}

function content(ledger) {
  if (ledger.notice) {
    return html`<div class="card">
      ${empty("Costs are not for this token", `Costs are of all lambdas together: whoever may read each of them is told. Ask for a grant such as read:*.`)}
    </div>`;
  }
  const lines = ledger.lines ?? [];
  const hours = Math.max((Date.parse(ledger.at) - Date.parse(ledger.since)) / HOUR, 1 / 3_600);
  const sum = (name) => lines.reduce((all, line) => all + Number(line[name] ?? 0), 0);
  const perHour = sum("dollars") / hours;
  return html`
    <p class="lead">${scope(ledger)}</p>
    <dl class="tiles">
      ${tile({ label: "Spent", value: dollars(sum("dollars")), note: `in ${length(hours * HOUR)}` })}
      ${tile({ label: "Per hour", value: dollars(perHour), note: "mean since the start" })}
      ${tile({
        label: "Per month",
        value: dollars(perHour * HOURS_A_MONTH),
        note: "if it goes on like that",
      })}
      ${tile({ label: "Write units", value: count(sum("writeUnits")), note: `${rate(sum("writeUnits"), hours)} an hour` })}
      ${tile({ label: "Read units", value: count(sum("readUnits")), note: `${rate(sum("readUnits"), hours)} an hour` })}
      ${tile({
        label: "Queue requests",
        value: count(sum("queueRequests")),
        note: `${rate(sum("queueRequests"), hours)} an hour`,
      })}
    </dl>
    ${section(
      "By what was done",
      lines.length
        ? table({
            label: "By what was done",
            rows: lines,
            key: (line) => `${line.service} ${line.operation}`,
            columns: columns(hours, Math.max(...lines.map((line) => line.dollars ?? 0))),
          })
        : empty("Nothing was asked of the store yet", "Schedule a task, and its costs appear here."),
    )}
    ${section("Prices", prices(ledger))}
  `;
}

const rate = (value, hours) => count(Math.round(value / hours));

function scope(ledger) {
  const of =
    ledger.wholeSystem
      ? "for all services of this machine together"
      : "for the frontend that answered alone; the other processes tell theirs at /metrics";
  return html`${ledger.estimated
    ? html`<strong>An estimate.</strong> This engine keeps tasks on this machine's disk, and nobody
        bills it. These are the units that DynamoDB and SQS would count for the same,`
    : "What DynamoDB and SQS count and bill,"}
  ${of}, since ${when(ledger.since)}.`;
}

const columns = (hours, most) => [
  {
    name: "Operation",
    class: "wide",
    cell: (line) => html`<span>${sentence(line.operation.replaceAll("_", " "))}</span>
      <p class="sub">${line.service}</p>`,
  },
  {
    name: "Share",
    class: "bar-cell",
    cell: (line) => html`<meter min="0" max=${most || 1} value=${line.dollars ?? 0}></meter>`,
  },
  { name: "Count", class: "number", cell: (line) => count(line.count) },
  { name: "Write units", class: "number", cell: (line) => units(line.writeUnits) },
  { name: "Read units", class: "number", cell: (line) => units(line.readUnits) },
  { name: "Requests", class: "number", cell: (line) => units(line.queueRequests) },
  {
    name: "$ per hour",
    class: "number",
    cell: (line) => dollars(Number(line.dollars ?? 0) / hours),
  },
];

const units = (value) =>
  Number(value) ? figure(Number(value)) : html`<span class="absent">–</span>`;

const prices = ({ prices: said }) =>
  said
    ? html`<ul class="prices">
          ${[
            ["write units", said.writeUnit],
            ["read units", said.readUnit],
            ["queue requests", said.queueRequest],
          ].map(
            ([name, price]) =>
              html`<li>
                <b>${dollars(price.dollarsPerMillion)}</b> for ${many(1_000_000, name, name)}
                <span class="sub">list of ${price.asOf}</span>
              </li>`,
          )}
        </ul>
        <p class="sub">${said.region}: ${said.what}.</p>`
    : nothing;
