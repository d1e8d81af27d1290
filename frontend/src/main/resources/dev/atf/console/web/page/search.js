import { html, nothing } from "../lib.js";
import { FOUND_MAX, LAMBDAS_MAX, lookUp, PAGES_MAX } from "../live/lookup.js";
import { empty, heading, jobLink, keyLink, lambdaLink, loading, periodicLink, section, subscriptionLink, trouble } from "../view/parts.js";

/** The groups of results, in the order in which they are shown. */
const GROUPS = [
  { name: "lambdas", title: "Lambdas", row: (each) => [lambdaLink(each.name), each.description] },
  {
    name: "periodic",
    title: "Periodic tasks",
    row: ({ lambda, name }) => [periodicLink(lambda, name), lambda],
  },
  {
    name: "subscriptions",
    title: "Subscriptions",
    row: ({ name, lambda, to }) => [subscriptionLink(name), `${lambda} → ${to.lambda}`],
  },
  { name: "jobs", title: "Jobs", row: ({ lambda, job }) => [jobLink(lambda, job), lambda] },
  { name: "keys", title: "Ordering keys", row: ({ lambda, key }) => [keyLink(lambda, key), lambda] },
  {
    name: "workers",
    title: "Workers",
    row: ({ place, host }) => [
      html`<a href="/console/workers/${encodeURIComponent(place)}">${place}</a>`,
      host,
    ],
  },
];

const MORE = `There may be more: the search ends at ${FOUND_MAX} results, ${LAMBDAS_MAX} lambdas, or ${PAGES_MAX} pages of a list.`;

/** The page that shows everything whose name contains a text. */
export function search({ query, redraw, failed }) {
  const text = query.get("q") ?? "";
  const groups = new Map();
  const stop = new AbortController();
  lookUp(text, stop.signal, (name, group) => {
    groups.set(name, group);
    if (group.error?.wantsToken) {
      failed(group.error);
    } else {
      redraw();
    }
  });

  const content = () => {
    const isOver = groups.size === GROUPS.length;
    const isEmpty = [...groups.values()].every(({ rows, error }) => !rows.length && !error);
    return html`
      ${GROUPS.map((group) => groupView(group, groups.get(group.name)))}
      ${isOver ? nothing : loading("search results")}
      ${isOver && isEmpty
        ? html`<div class="card">
            ${empty(
              "Nothing found with this name",
              "The search covers the names of lambdas, periodic tasks, subscriptions, jobs, ordering keys and workers. To find a task, enter its whole id: 32 characters of 0-9 a-f.",
            )}
          </div>`
        : nothing}
    `;
  };

  return {
    title: () => `Search: ${text}`,
    view: () => html`
      <div class="page-head">${heading(html`Search: <span class="any-text">${text}</span>`)}</div>
      ${content()}
    `,
    close: () => stop.abort(),
  };
}

const groupView = ({ title, row }, found) =>
  found?.error
    ? section(title, trouble(found.error))
    : found?.rows.length || found?.more
      ? section(
          title,
          html`<ul class="found">
              ${found.rows.map((each) => {
                const [link, note] = row(each);
                return html`<li>${link} <span class="sub">${note}</span></li>`;
              })}
            </ul>
            ${found.more ? html`<p class="quiet-text">${MORE}</p>` : nothing}`,
        )
      : nothing;
