// The input files of a task, and its output files.

import { html, nothing } from "../lib.js";
import { commandLine } from "../format/command.js";
import { bytes } from "../format/number.js";
import { copyButton } from "./copy.js";
import { section } from "./parts.js";
import { table } from "./table.js";

const COLUMNS = [
  {
    name: "Path",
    class: "wide",
    cell: ({ path }) => html`<span class="any-text">${path}</span>`,
  },
  { name: "Size", class: "number", cell: (file) => bytes(Number(file.bytes ?? 0)) },
  {
    name: "SHA-256",
    class: "id-cell",
    cell: ({ sha256 }) => html`<code title=${sha256}>${sha256.slice(0, 12)}</code>`,
  },
];

export const filesView = ({ taskId, resources = [], outputFiles = [] }) => html`
  ${listed("Resources", resources)} ${listed("Outputs", outputFiles, downloadOf(taskId))}
`;

const listed = (title, rows, more = nothing) =>
  rows.length
    ? section(
        title,
        html`${table({ label: title, columns: COLUMNS, rows, key: ({ path }) => path })} ${more}`,
      )
    : nothing;

function downloadOf(taskId) {
  const command = commandLine(["outputs", taskId, "-o", "DIR"]);
  return html`<p class="sub"><code>${command}</code> ${copyButton(command, "Command")}</p>`;
}
