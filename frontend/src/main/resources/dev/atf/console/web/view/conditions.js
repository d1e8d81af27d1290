import { html } from "../lib.js";
import { count } from "../format/number.js";
import { phaseOf } from "../format/status.js";
import { chip, section, taskLink, when } from "./parts.js";
import { table } from "./table.js";

const absent = html`<span class="absent">–</span>`;

const COLUMNS = [
  { name: "Condition", cell: ({ name }) => name },
  { name: "Phase", cell: ({ phase }) => chip(phaseOf(phase), phase) },
  { name: "Since", cell: ({ since }) => when(since) },
  {
    name: "Tester",
    class: "id-cell",
    cell: ({ testerTaskId, testerStatus }) => (testerStatus ? taskLink(testerTaskId) : absent),
  },
  { name: "Tests", class: "number", cell: ({ tests }) => count(tests ?? 0) },
  { name: "Next test", cell: ({ nextTestAt }) => when(nextTestAt) },
  {
    name: "Why",
    class: "wide",
    cell: ({ failure, reason, unreadable }) =>
      unreadable ? `cannot be read: ${unreadable}` : failure?.message || reason || absent,
  },
];

/** Shows the conditions for which tasks of a lambda wait, or waited recently. */
export const conditionsView = (lambda, conditions) =>
  section(
    "Conditions",
    table({ label: "Conditions", columns: COLUMNS, rows: conditions, key: ({ name }) => name }),
    html`<a class="more" href="/console/tasks?lambda=${lambda}&state=blocked">Blocked tasks</a>`,
  );
