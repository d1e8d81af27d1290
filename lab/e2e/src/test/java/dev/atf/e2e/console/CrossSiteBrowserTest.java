package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real browser on the machine of {@code atf up} without credentials opens pages of another site,
 * whose name may resolve to the loopback. The pages cannot run a program.
 */
@Tag("system")
final class CrossSiteBrowserTest {
  private static final String EVIL = "http://evil.example";

  @TempDir private static Path directory;

  private static ConsoleBrowser browser;
  private static ConsoleSystem system;
  private static Path trace;

  private Page tab;

  @BeforeAll
  static void start() throws IOException {
    browser =
        ConsoleBrowser.start(
            "--host-resolver-rules=MAP evil.example 127.0.0.1",
            // Chromium's own protection of this machine, which other browsers do not have.
            "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,"
                + "PrivateNetworkAccessForIframes");
    system = ConsoleSystem.start(directory, "command=1");
    trace = directory.resolve("trace-of-another-site");
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void open() {
    tab = browser.tab();
  }

  /** Asserts that a program of this machine's own runs, and none of the page's did. */
  @AfterEach
  void nothingRan() {
    tab.context().close();
    var own = system.schedule("command", "{\"json\":{\"argv\":[\"true\"]}}");
    system.await(own, Set.of(TaskStatus.SUCCESS));
    assertThat(trace).doesNotExist();
  }

  @Test
  @Tag("T21")
  void aPageWhoseNameNowIsThisMachineIsRefused() {
    show(rebound() + "/page", "<h1>evil</h1>");

    assertThat(scheduled(rebound())).isEqualTo(421);
    for (var path : new String[] {"/v1/lambdas", "/v1/events", "/metrics", "/docs/", "/console/"}) {
      assertThat(tab.evaluate("path => fetch(path).then(answer => answer.status)", path))
          .as(path)
          .isEqualTo(421);
    }
  }

  @Test
  @Tag("T21")
  void aPageOfAnotherSiteIsRefused() {
    show(EVIL + "/page", "<h1>evil</h1>");

    for (var type : new String[] {"text/plain", "application/x-www-form-urlencoded"}) {
      tab.evaluate(
          """
          ([uri, type, body]) => fetch(uri, {
            method: 'POST', mode: 'no-cors', headers: { 'content-type': type }, body,
          }).catch(() => 0)
          """,
          new Object[] {system.uri() + "/v1/lambdas/command/tasks", type, touch()});
    }
    // The browser sends a preflight request, which is refused.
    assertThat(scheduled(system.uri())).isEqualTo(0);
  }

  @Test
  @Tag("T22")
  void noPageShowsTheDocumentsInAFrame() {
    var refused =
        tab.waitForResponse(
            answer -> answer.url().startsWith(system.uri()),
            () ->
                show(
                    EVIL + "/page",
                    "<iframe src=\"%s\"></iframe>"
                        .formatted(prefilledForm().replace("&", "&amp;"))));

    assertThat(refused.status()).isEqualTo(403);
  }

  @Test
  @Tag("T22")
  void theFormOfTheDocumentsMakesNoCall() {
    tab.navigate(prefilledForm());
    var submit =
        tab.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Submit").setExact(true));
    assertThat(submit).isVisible();
    var stopped =
        tab.waitForConsoleMessage(
            new Page.WaitForConsoleMessageOptions()
                .setPredicate(message -> message.text().contains("connect-src")),
            submit::click);

    assertThat(stopped.text()).contains("/v1/lambdas/command/tasks");
  }

  @Test
  void aLinkOfAnotherSiteOpensTheConsole() {
    show(EVIL + "/page", "<a href=\"%s/console\">console</a>".formatted(system.uri()));

    tab.getByText("console").click();

    assertThat(tab.locator("#heading")).isVisible();
  }

  /** Serves a page at an address of the other site, and opens it. */
  private void show(String uri, String html) {
    tab.route(
        uri,
        route ->
            route.fulfill(new Route.FulfillOptions().setContentType("text/html").setBody(html)));
    tab.navigate(uri);
  }

  /** Returns the status that the page sees, or 0. */
  private Object scheduled(String server) {
    return tab.evaluate(
        """
        ([uri, body]) => fetch(uri, {
          method: 'POST', headers: { 'content-type': 'application/json' }, body,
        }).then((answer) => answer.status, () => 0)
        """,
        new Object[] {server + "/v1/lambdas/command/tasks", touch()});
  }

  /** Returns the name of the other site with the port of this machine's API. */
  private static String rebound() {
    return system.uri().replace("http://127.0.0.1", EVIL);
  }

  private static String touch() {
    return "{\"json\":{\"argv\":[\"touch\",\"%s\"]}}".formatted(trace);
  }

  private static String prefilledForm() {
    return system.uri()
        + "/docs/#/methods/atf.v1.TaskService_HTTP/Schedule/POST?debug_form_is_open=true"
        + "&endpoint_path="
        + encoded("/v1/lambdas/command/tasks")
        + "&request_body="
        + encoded(touch());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
