package dev.atf.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every page, wide and on a phone, light and dark: no serious violation of axe-core's rules, and
 * nothing wider than the screen. Leaves screenshots in target/screenshots.
 */
final class ConsoleLooksTest {
  @TempDir private static Path directory;

  private static ConsoleBrowser browser;
  private static ConsoleSystem system;
  private static Map<String, String> addresses = Map.of();

  @BeforeAll
  static void start() throws IOException {
    browser = ConsoleBrowser.start();
    system = ConsoleSystem.start(directory).registered();
    var dead = system.scheduleDead(directory.resolve("never"));
    var done =
        system.schedule(
            "command",
            "{\"json\": {\"argv\": [\"sh\", \"-c\", \"uname -sr; echo all well; echo a warning"
                + " >&2\"]}, \"labels\": {\"order\": \"4711\", \"team\": \"post\"}}");
    var waiting =
        system.schedule(
            "mail",
            "{\"json\": {\"to\": \"ada@example.org\", \"apiKey\": \"sk-1\"}, \"delay\": \"5400s\","
                + " \"priority\": \"high\", \"collection\": \"password-reset\"}");
    for (int i = 0; i < 12; i++) {
      system.schedule(
          "mail", "{\"json\": {}, \"collection\": \"marketing\", \"priority\": \"low\"}");
      system.schedule("command", "{\"json\": {\"argv\": [\"true\"]}}");
    }
    var running = system.schedule("report", "{\"json\": {\"day\": \"monday\", \"seconds\": 600}}");
    for (int i = 0; i < 2; i++) {
      system.scheduleDead(directory.resolve("never"));
    }
    pause("mail", "marketing", "The new template has a wrong link");
    system.await(done, Set.of(TaskStatus.SUCCESS));
    system.await(running, ConsoleSystem.RUNNING);
    addresses =
        Map.ofEntries(
            Map.entry("overview", ""),
            Map.entry("lambdas", "lambdas"),
            Map.entry("lambda", "lambdas/mail"),
            Map.entry("lambda-command", "lambdas/command"),
            Map.entry("tasks-pending", "tasks?lambda=mail"),
            Map.entry("tasks-running", "tasks?lambda=report&state=running"),
            Map.entry("tasks-dead", "tasks?lambda=command&state=dead"),
            Map.entry("tasks-done", "tasks?lambda=command&state=done"),
            Map.entry("tasks-empty", "tasks?lambda=report&state=dead"),
            Map.entry("task-dead", "tasks/" + dead),
            Map.entry("task-done", "tasks/" + done),
            Map.entry("task-running", "tasks/" + running),
            Map.entry("task-waiting", "tasks/" + waiting),
            Map.entry("costs", "costs"));
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

  private static void pause(String lambda, String collection, String reason) {
    try (var api = system.api()) {
      var unused =
          api.lambdas()
              .setGate(
                  SetGateRequest.newBuilder()
                      .setLambda(lambda)
                      .setCollection(collection)
                      .setState(Gate.State.PAUSED)
                      .setReason(reason)
                      .setBy("alice")
                      .build());
    }
  }

  static Stream<Arguments> views() {
    return Stream.of(1280, 390)
        .flatMap(
            width ->
                Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                    .map(scheme -> Arguments.of(width, scheme)));
  }

  @ParameterizedTest
  @MethodSource("views")
  void everyPageIsAccessibleAndFits(int width, ColorScheme scheme) {
    try (var page = browser.page(system.uri(), width, scheme)) {
      addresses.forEach(
          (name, address) -> {
            settle(page.open(address));

            page.screenshot(
                "%d-%s-%s".formatted(width, scheme.name().toLowerCase(Locale.ROOT), name));
            assertThat(seriousViolations(page)).as("%s at %s", name, address).isEmpty();
            assertThat(page.tab().evaluate("document.documentElement.scrollWidth"))
                .as("the width of %s", name)
                .isEqualTo(page.tab().evaluate("document.documentElement.clientWidth"));
          });
      dialog(page, width, scheme);
      assertThat(page.wrongs()).isEmpty();
    }
  }

  private static void dialog(ConsolePage page, int width, ColorScheme scheme) {
    settle(page.open("lambdas/command"));
    page.click("Pause");
    page.screenshot("%d-%s-dialog".formatted(width, scheme.name().toLowerCase(Locale.ROOT)));
    assertThat(seriousViolations(page)).as("the dialog").isEmpty();
    page.tab().keyboard().press("Escape");
  }

  /** Until what the page asks for first is there. */
  private static void settle(ConsolePage page) {
    PlaywrightAssertions.assertThat(page.tab().locator(".loading")).hasCount(0);
  }

  private static List<String> seriousViolations(ConsolePage page) {
    return new AxeBuilder(page.tab())
        .analyze().getViolations().stream()
            .filter(rule -> Set.of("serious", "critical").contains(rule.getImpact()))
            .map(rule -> rule.getId() + ": " + rule.getHelp() + " " + rule.getNodes())
            .toList();
  }
}
