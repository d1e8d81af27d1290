import { html, nothing } from "../lib.js";
import { token } from "../api/token.js";
import { showShortcuts } from "./shortcuts.js";

const PAGES = [
  { href: "/console/", name: "Overview", icon: "M4 19V9m6 10V5m6 14v-7m4 7H2" },
  { href: "/console/lambdas", name: "Lambdas", icon: "M4 6h16M4 12h16M4 18h16" },
  { href: "/console/tasks", name: "Tasks", icon: "M4 7l2 2 3-4M4 17l2 2 3-4M13 7h7M13 17h7" },
  {
    href: "/console/periodic",
    name: "Periodic",
    icon: "M20 12a8 8 0 1 1-2.4-5.7M20 3v4h-4M12 8v4l3 2",
  },
  { href: "/console/keys", name: "Keys", icon: "M4 7h4M4 12h4M4 17h4M12 7h8M12 12h5M12 17h2" },
  {
    href: "/console/jobs",
    name: "Jobs",
    icon: "M4 6h5v4H4zM15 3h5v4h-5zM15 14h5v4h-5zM9 8h3v8h3M12 5h3",
  },
  {
    href: "/console/subscriptions",
    name: "Notices",
    icon: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  },
  {
    href: "/console/workers",
    name: "Workers",
    icon: "M3 4h18v6H3zM3 14h18v6H3zM7 7h.01M7 17h.01",
  },
];

/**
 * Shows a page inside the header and the navigation.
 *
 * @param place the current entry of the navigation; null: none
 */
export const shell = ({ place, content, search, signOut }) => html`
  <a class="skip" href="#main">Skip to the content</a>
  <header class="top">
    <div class="top-inner">
      <a class="brand" href="/console/" aria-label="ATF console">
        <img src="/console/icon.svg" alt="" width="24" height="24" /><span>ATF</span>
      </a>
      <nav class="pages" aria-label="Pages">${PAGES.map((page) => entry(page, place))}</nav>
      <form class="search" role="search" @submit=${(event) => onSearch(event, search)}>
        <label class="unseen" for="search">Search</label>
        <input
          id="search"
          type="search"
          placeholder="Search by name or task id"
          autocomplete="off"
          spellcheck="false"
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
      <button type="button" class="quiet shortcuts" @click=${showShortcuts}>Shortcuts</button>
      ${token.get()
        ? html`<button type="button" class="quiet" @click=${signOut}>Sign out</button>`
        : nothing}
    </div>
  </header>
  <main id="main" tabindex="-1">${content}</main>
`;

const entry = ({ href, name, icon }, place) => html`
  <a href=${href} aria-current=${href === place ? "page" : nothing}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icon} /></svg><span>${name}</span>
  </a>
`;

function onSearch(event, search) {
  event.preventDefault();
  const field = event.target.elements.search;
  search(field.value);
  field.value = "";
}
