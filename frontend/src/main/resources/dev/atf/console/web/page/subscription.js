import { html, nothing } from "../lib.js";
import * as atf from "../api/atf.js";
import { edit, remove } from "../action/subscription.js";
import { prettyJson } from "../format/json.js";
import { SECOND } from "../format/time.js";
import { Poll } from "../live/poll.js";
import { empty, facts, heading, lambdaLink, loading, section, trouble, when } from "../view/parts.js";
import { endsView, sourceView } from "../view/subscription.js";

const EVERY = 5 * SECOND;

/** The page of a subscription: the tasks and statuses it is for, and the target of its notices. */
export function subscription({ name, redraw, failed, go }) {
  let shown = null;
  const poll = new Poll(async (signal) => {
    shown = await atf.getSubscription(name, signal);
  }, EVERY, { redraw, failed }).start();

  const editSubscription = async () => {
    if (await edit(shown)) {
      poll.now();
    }
  };
  const deleteSubscription = async () => {
    if (await remove(shown)) {
      go("/console/subscriptions");
    }
  };

  return {
    title: () => name,
    view: () => html`
      <nav class="crumbs" aria-label="Where this is">
        <a href="/console/subscriptions">Subscriptions</a>
      </nav>
      <div class="page-head">
        ${heading(name)}
        ${shown
          ? html`<div class="actions">
              <button type="button" @click=${editSubscription}>Edit …</button>
              <button type="button" class="danger-quiet" @click=${deleteSubscription}>
                Delete …
              </button>
            </div>`
          : nothing}
      </div>
      ${shown || !poll.error?.isNotFound ? trouble(poll.error) : nothing}
      ${shown
        ? content(shown)
        : poll.error
          ? poll.error.isNotFound
            ? html`<div class="card">${notThere}</div>`
            : nothing
          : loading("the subscription")}
    `,
    close: () => poll.stop(),
  };
}

const notThere = empty(
  "This subscription does not exist, or you are not allowed to see it",
  "It may have been deleted. List the subscriptions:",
  "./atf subscription list",
);

const content = (shown) => html`
  <div class="two">
    ${section(
      "Reports",
      facts([
        ["Tasks of", sourceView(shown)],
        ["With the status", endsView(shown)],
        ["Changed", when(shown.updatedAt)],
      ]),
    )}
    ${section(
      "Notices",
      targetView(shown.to),
      html`<a class="more" href="/console/tasks?lambda=${shown.to.lambda}&state=any"
        >Tasks of ${shown.to.lambda}</a
      >`,
    )}
  </div>
`;

const targetView = ({ lambda, priority, url, headers = {}, context }) =>
  facts([
    ["Lambda", lambdaLink(lambda)],
    ["Priority", priority],
    url && ["URL", html`<code class="any-text">${url}</code>`],
    ...Object.entries(headers).map(([name, value]) => [`Header ${name}`, html`<code>${value}</code>`]),
    context !== undefined && [
      "Context",
      html`<pre class="command" tabindex="0"><code>${prettyJson(context)}</code></pre>`,
    ],
  ]);
