import { html, nothing, repeat } from "../lib.js";

/**
 * A table that becomes a list of cards where it is narrow; with its roles, which a table that is
 * laid out otherwise would lose.
 *
 * @param columns name, cell(row), and optionally class and head
 * @param key what identifies a row
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
