import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { keyStateOf } from "../format/key.js";
import { SECOND } from "../format/time.js";
import { listRows } from "../live/lists.js";
import { Poll } from "../live/poll.js";
import { lambdaField, pager } from "../view/filters.js";
import { chip, choice, empty, heading, keyHref, keyLink, lambdaLink, loading, moreOf, statusChip, taskLink, trouble, when } from "../view/parts.js";
import { table } from "../view/table.js";
import { noLambdas } from "./overview.js";

const EVERY = 4 * SECOND;
const PAGE = 100;

const STATES = [
  { value: "", name: "All" },
  { value: "held", name: "Held" },
];

const COLUMNS = [
  { name: "Key", class: "wide", cell: ({ lambda, key }) => keyLink(lambda, key) },
  { name: "State", cell: ({ state }) => chip(keyStateOf(state), state) },
  { name: "Lambda", cell: ({ lambda }) => lambdaLink(lambda) },
  {
    name: "Current task",
    cell: ({ holderTaskId, holderStatus, unreadable }) =>
      holderTaskId
        ? html`<span
            >${taskLink(holderTaskId)} ${holderStatus ? statusChip(holderStatus) : nothing}</span
          >`
        : html`<span class="absent">${unreadable ? "–" : "about to start"}</span>`,
  },
  { name: "Held since", cell: ({ heldSince }) => when(heldSince) },
  {
    name: "Why",
    class: "wide",
    cell: ({ failure, unreadable }) =>
      failure
        ? html`<code class="code-bad">${failure.code}</code>
            <p class="sub clip">${failure.message}</p>`
        : unreadable
          ? html`<p class="sub">cannot be read: ${unreadable}</p>`
          : html`<span class="absent">–</span>`,
  },
];

const href = (query) =>
  `/console/keys?${new URLSearchParams(Object.entries(query).filter(([, value]) => value))}`;

/** The page that lists the ordering keys that are held or that tasks wait for. */
export function keys({ query, redraw, failed, go }) {
  const filter = {
    lambda: query.get("lambda") ?? "",
    state: query.get("state") === "held" ? "held" : "",
    token: query.get("token") ?? "",
  };
  const held = filter.state === "held";
  let lambdas = null;
  let page = null;

  const poll = new Poll(async (signal) => {
    lambdas ??= await atf.listLambdas(signal);
    const read = (lambda, pageToken) =>
      atf.listKeys(lambda, { held: held || "", pageSize: PAGE, pageToken }, signal);
    page = await listRows(filter, lambdas, read, (answer) => answer.keys ?? []);
    // Held keys are first, because they need an operator.
    page.rows.sort((a, b) => (b.state === "HELD") - (a.state === "HELD"));
  }, EVERY, { redraw, failed }).start();

  const content = () => {
    if (lambdas && !lambdas.length) {
      return noLambdas();
    }
    if (!page) {
      return poll.error ? nothing : loading("the ordering keys");
    }
    return html`
      ${page.rows.length
        ? html`<div class="card flush">
            ${table({
              label: "Ordering keys",
              columns: COLUMNS,
              rows: page.rows,
              key: ({ lambda, key }) => `${lambda}/${key}`,
            })}
          </div>`
        : html`<div class="card">${nothingHere(filter, page)}</div>`}
      ${moreOf(page, (lambda) => href({ ...filter, lambda }))}
      ${pager({
        label: "Pages of ordering keys",
        first: filter.token && href({ ...filter, token: "" }),
        next: page.next && href({ ...filter, token: page.next }),
      })}
    `;
  };

  return {
    title: () => "Ordering keys",
    view: () => html`
      <div class="page-head">${heading("Ordering keys")}</div>
      ${lambdas?.length ? filters(filter, lambdas, go) : nothing} ${trouble(poll.error)}
      ${content()}
    `,
    close: () => poll.stop(),
  };
}

const filters = ({ lambda, state }, lambdas, go) => html`
  <div class="filters">
    ${lambdaField({
      lambdas,
      chosen: lambda,
      all: "All lambdas",
      choose: (chosen) => go(href({ lambda: chosen, state })),
    })}
    <div class="field">
      <span class="label" aria-hidden="true">State</span>
      ${choice(
        "State",
        STATES.map((each) => ({ ...each, href: href({ lambda, state: each.value }) })),
        state,
      )}
    </div>
    ${lambda
      ? html`<form
          class="field"
          @submit=${(event) => {
            event.preventDefault();
            go(keyHref(lambda, event.target.elements.key.value));
          }}
        >
          <label for="key">A key of ${lambda}</label>
          <input id="key" name="key" autocomplete="off" spellcheck="false" required maxlength="128" />
        </form>`
      : nothing}
  </div>
`;

function nothingHere({ lambda, state, token }, { next }) {
  if (token || next) {
    return empty("None on this page", "The list changed while it was read. Open the next page, or return to the first.");
  }
  return state === "held"
    ? empty(
        "No key is held",
        "A key is held when one of its tasks fails permanently and its lambda has onFatal: HOLD. An operator then retries or skips that task.",
      )
    : empty(
        "No task waits for a key",
        "Tasks with the same ordering key run one at a time. A key is listed while tasks wait for it. Schedule a task with a key:",
        `./atf schedule ${lambda || "LAMBDA"} --ordering-key account-4711 --payload '{}'`,
      );
}
