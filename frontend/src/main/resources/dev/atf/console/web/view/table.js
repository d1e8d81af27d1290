import { html, nothing, repeat } from "../lib.js";

/**
 * Shows a table, which is laid out as a list of cards in a narrow window. The roles are explicit
 * because browsers drop them for tables with another layout.
 *
 * @param columns [{name, cell(row), class, head()}]; class and head are optional
 * @param key returns the identity of a row
 */
export const table = ({ label, columns, rows, key }) => html`
  <div class="table" role="region" aria-label=${label} tabindex="0">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
            (column) =>
              html`<th role="columnheader" scope="col" class=${column.class ?? nothing}>
                ${column.head ? column.head() : column.name}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${repeat(
          rows,
          key,
          (row) =>
            html`<tr role="row">
              ${columns.map(
                (column) =>
                  html`<td role="cell" class=${column.class ?? nothing} data-name=${column.name}>
                    ${column.cell(row)}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`;
