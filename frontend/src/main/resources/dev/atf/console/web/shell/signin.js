import { html } from "../lib.js";
import { heading } from "../view/parts.js";

const WHY = {
  CREDENTIALS_MISSING: "This cluster requires a token.",
  CREDENTIALS_EXPIRED: "The token has expired.",
  CREDENTIALS_INVALID: "The token is not accepted: it is damaged, or has another issuer or audience.",
};

/** Shows the page that asks for a token. */
export const signIn = (error, useToken) => html`
  <section class="card signin" aria-labelledby="heading">
    ${heading("Sign in")}
    <p role="alert">${WHY[error.reason] ?? error.message}</p>
    <form
      @submit=${(event) => {
        event.preventDefault();
        useToken(event.target.elements.token.value);
      }}
    >
      <div class="field">
        <label for="token">Token (JWT)</label>
        <input id="token" type="password" autocomplete="off" spellcheck="false" required />
        <p class="hint">
          Stored only in this tab, until it is closed. For <code>atf up --auth jwt</code>, create one
          with:
        </p>
        <pre class="command" tabindex="0"><code>./atf token --name alice</code></pre>
      </div>
      <button class="primary">Use this token</button>
    </form>
  </section>
`;
