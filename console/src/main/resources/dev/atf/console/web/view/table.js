import { html, nothing, repeat } from "../lib.js";

/**
 * A table that becomes a list of cards where it is narrow.
 *
 * @param columns name, cell(row), and optionally class and head
 * @param key what identifies a row
 */
export const table = ({ label, columns, rows, key }) => html`
  <div class="table" role="region" aria-label=${label} tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map(
            (column) =>
              html`<th scope="col" class=${column.class ?? nothing}>
                ${column.head ? column.head() : column.name}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${repeat(
          rows,
          key,
          (row) =>
            html`<tr>
              ${columns.map(
                (column) =>
                  html`<td class=${column.class ?? nothing} data-name=${column.name}>
                    ${column.cell(row)}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`;
