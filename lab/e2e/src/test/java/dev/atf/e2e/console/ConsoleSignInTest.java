package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.local.TokenIssuer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the console of a cluster that authenticates callers. */
@Tag("system")
@InConsole
final class ConsoleSignInTest {
  @TempDir private static Path directory;

  private static ConsoleSystem system;

  @BeforeAll
  static void start() throws IOException {
    system = ConsoleSystem.start(directory, "command=1", "--auth", "jwt");
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
  }

  private static String token(String... grants) {
    return TokenIssuer.of(system.data())
        .mint(
            new TokenIssuer.Subject("alice", "*", List.of(grants)),
            InstantSource.system().instant(),
            Duration.ofMinutes(5));
  }

  @Test
  @Tag("T20")
  void thePageAsksForATokenAndKeepsItInTheTabAlone(ConsoleBrowser browser) {
    try (var page = browser.page(system.uri()).open("lambdas/command")) {
      page.heading("Sign in");
      page.shows("This cluster requires a token.");
      page.screenshot("1280-light-signin");
      assertThat(page.seriousViolations()).isEmpty();

      page.tab().getByLabel("Token").fill("not.a.token");
      page.click("Use this token");
      page.shows("The token is not accepted");

      page.tab().getByLabel("Token").fill(token("admin,read,cancel,schedule:*"));
      page.click("Use this token");
      page.heading("command");
      assertThat(page.tab().evaluate("Object.keys(localStorage).length")).isEqualTo(0);
      assertThat(page.tab().evaluate("document.cookie")).isEqualTo("");

      page.tab().reload();
      page.heading("command");

      page.click("Sign out");
      page.heading("Sign in");
      assertThat(page.wrongs()).isEmpty();
    }
  }

  @Test
  void showsPermissionErrors(ConsoleBrowser browser) {
    try (var page = browser.page(system.uri()).open("lambdas/command")) {
      var registered =
          page.tab()
              .evaluate(
                  """
                  (token) => fetch('/v1/lambdas/mail', {
                    method: 'PUT', body: '{}',
                    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
                  }).then((answer) => answer.status)
                  """,
                  token("admin:*"));
      assertThat(registered).isEqualTo(200);
      page.tab().getByLabel("Token").fill(token("read:command"));
      page.click("Use this token");
      page.heading("command");

      page.click("Pause");
      page.fill("Reason", "may I?");
      page.dialog().locator("button.primary").click();

      assertThat(page.dialog().getByRole(com.microsoft.playwright.options.AriaRole.ALERT))
          .containsText("You are not allowed to do this.");
      page.tab().keyboard().press("Escape");

      page.open("periodic").shows("There are no periodic tasks");
      page.open("keys").shows("No task waits for a key");
      page.open("lambdas/report");
      page.shows("You are not allowed to see this");
      assertThat(page.wrongs()).isEmpty();
    }
  }
}
