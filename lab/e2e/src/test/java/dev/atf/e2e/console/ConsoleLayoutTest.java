package dev.atf.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.TaskStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every page, wide and on a phone, light and dark: no serious violation of axe-core's rules,
 * nothing wider than the screen, and no element whose text can change the direction of another's.
 * Writes screenshots to target/screenshots.
 */
@Tag("system")
final class ConsoleLayoutTest {
  @RegisterExtension static final ConsoleExtension CONSOLE = new ConsoleExtension();

  @TempDir private static Path directory;

  private static final int FLOW_COUNT = 100;

  private static final String WITHOUT_ISOLATION =
      """
      [...document.body.querySelectorAll("*")]
        .filter((element) => getComputedStyle(element).unicodeBidi !== "isolate")
        .map((element) => element.outerHTML.slice(0, 80))
      """;

  private static Map<String, String> addresses = Map.of();

  @BeforeAll
  static void fill() {
    var system = CONSOLE.system();
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
    system.schedule(
        12, "mail", i -> "{\"json\": {}, \"collection\": \"marketing\", \"priority\": \"low\"}");
    var running = system.schedule("report", "{\"json\": {\"day\": \"monday\", \"seconds\": 600}}");
    system.scheduleDead(directory.resolve("never"));
    system.setGate("mail", "marketing", Gate.State.PAUSED, "The new template has a wrong link");
    system.await(done, Set.of(TaskStatus.SUCCESS));
    system.await(running, ConsoleSystem.RUNNING);
    var parent = fillPlans(new ConsolePlans(system));
    addresses =
        Map.ofEntries(
            Map.entry("lambdas", "lambdas"),
            Map.entry("lambda", "lambdas/mail"),
            Map.entry("lambda-command", "lambdas/command"),
            Map.entry("tasks", "tasks"),
            Map.entry("tasks-pending", "tasks?lambda=mail"),
            Map.entry("tasks-running", "tasks?lambda=report&state=running"),
            Map.entry("tasks-dead", "tasks?lambda=command&state=dead"),
            Map.entry("tasks-done", "tasks?lambda=command&state=done"),
            Map.entry("tasks-empty", "tasks?lambda=report&state=dead"),
            Map.entry("task-dead", "tasks/" + dead),
            Map.entry("task-done", "tasks/" + done),
            Map.entry("task-running", "tasks/" + running),
            Map.entry("task-waiting", "tasks/" + waiting),
            Map.entry("task-parent", "tasks/" + parent),
            Map.entry("periodics", "periodic"),
            Map.entry("periodics-empty", "periodic?lambda=mail"),
            Map.entry("periodic", "lambdas/command/periodic/every-two-seconds"),
            Map.entry("periodic-paused", "lambdas/command/periodic/nightly.clean-up"),
            Map.entry("keys", "keys?lambda=command"),
            Map.entry("keys-empty", "keys?lambda=mail&state=held"),
            Map.entry("key-held", "lambdas/command/keys?key=account/4711"),
            Map.entry("key-missing", "lambdas/command/keys?key=nobody"),
            Map.entry("jobs", "jobs?lambda=command"),
            Map.entry("job", "lambdas/command/jobs/night"),
            Map.entry("workers", "workers"),
            Map.entry("worker", "workers/" + system.worker()),
            Map.entry("search", "search?q=command"),
            Map.entry("missing", "nowhere"));
  }

  /**
   * Creates periodic tasks, a held key and a running job.
   *
   * @return a task with children
   */
  private static String fillPlans(ConsolePlans plans) {
    var system = plans.system();
    plans.make(
        "command",
        "every-two-seconds",
        "{\"schedule\": {\"every\": \"2s\"}, \"json\": {\"argv\": [\"sleep\", \"3\"]}}");
    plans.make(
        "command",
        "nightly.clean-up",
        """
        {"schedule": {"cron": "30 2 * * 1-5", "timeZone": "Europe/Berlin", "jitter": "60s"},
         "catchUp": {"mode": "NONE"}, "overlap": "QUEUE_ONE", "json": {"argv": ["true"]},
         "collection": "nightly", "labels": {"team": "post"}}
        """);
    plans.pause("command", "nightly.clean-up");
    plans.make(
        "report",
        "monthly",
        "{\"schedule\": {\"cron\": \"@monthly\"}, \"json\": {\"day\": \"x\", \"seconds\": 1}}");
    for (int i = 0; i < 5; i++) {
      var unused =
          system.schedule(
              "command",
              "{\"json\": {\"argv\": [\"sh\", \"-c\", \"echo the account is closed >&2; exit 3\"],"
                  + " \"fatalExitCodes\": [3]}, \"orderingKey\": \"account/4711\"}");
    }
    plans.await("command", "account/4711", key -> key.getState() == OrderingKey.State.HELD);
    plans.submit(
        """
        {"name": "night", "steps": [
          {"name": "list", "lambda": "command", "json": {"argv": ["true"]}},
          {"name": "copy", "lambda": "command", "after": ["list"],
           "forEach": [1, 2, 3], "json": {"argv": ["true"]}},
          {"name": "check", "lambda": "command", "after": ["copy"], "onFailure": "HOLD",
           "json": {"argv": ["false"], "fatalExitCodes": [1]}},
          {"name": "send", "lambda": "mail", "after": ["check"], "json": {}}]}
        """);
    var parent = system.schedule("report", "{\"json\": {\"day\": \"letters\", \"seconds\": 0}}");
    system.await(parent, Set.of(TaskStatus.SUCCESS));
    return parent;
  }

  /** Schedules tasks for charts that become due one by one while pages are read; some fail. */
  private static void flow(ConsoleSystem system) {
    system.schedule(
        FLOW_COUNT,
        "command",
        i ->
            "{\"json\": {\"argv\": [\"%s\"]}, \"delay\": \"%d.%03ds\"}"
                .formatted(i % 9 == 0 ? "false" : "true", 1 + i * 2 / 5, i * 2 % 5 * 200));
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
    try (var page = CONSOLE.browser().page(CONSOLE.system().uri(), width, scheme)) {
      var prefix = "%d-%s-".formatted(width, scheme.name().toLowerCase(Locale.ROOT));
      page.open("");
      flow(CONSOLE.system());
      PlaywrightAssertions.assertThat(page.section("Happening now")).containsText("Succeeded");
      look(page, prefix + "overview");
      addresses.forEach((name, address) -> look(page.open(address), prefix + name));
      page.open("lambdas/command").click("Pause");
      look(page, prefix + "dialog");
      page.tab().keyboard().press("Escape");
      page.open("lambdas/command/periodic/nightly.clean-up").click("Backfill");
      look(page, prefix + "dialog-backfill");
      page.tab().keyboard().press("Escape");
      page.tab().keyboard().press("?");
      look(page, prefix + "keys");
      assertThat(page.wrongs()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("views")
  void everyFormIsAccessibleAndFits(int width, ColorScheme scheme) {
    try (var page = CONSOLE.browser().page(CONSOLE.system().uri(), width, scheme)) {
      var prefix = "%d-%s-form-".formatted(width, scheme.name().toLowerCase(Locale.ROOT));
      form(page.open("tasks"), "Schedule a task", prefix + "schedule");
      form(page.open("lambdas"), "Register a lambda", prefix + "register");
      form(page.open("lambdas/mail"), "Edit", prefix + "edit");
      form(page.open("periodic"), "Create a periodic task", prefix + "periodic");
      form(page.open("jobs"), "Submit a job", prefix + "job");
      page.open("tasks?lambda=mail").tab().getByText("Collection, labels, failure code").click();
      look(page, prefix + "filters");
      assertThat(page.wrongs()).isEmpty();
    }
  }

  /** Looks at a form as it opens, and with all its fields and a mistake. */
  private static void form(ConsolePage page, String button, String name) {
    page.click(button);
    look(page, name);
    page.tab()
        .evaluate("document.querySelectorAll('dialog details').forEach((d) => (d.open = true))");
    page.dialog().locator("textarea.json").first().fill("{\n  \"a\": [1, 2}");
    PlaywrightAssertions.assertThat(page.dialog().locator(".mistake").first()).isVisible();
    look(page, name + "-all");
    assertThat(page.dialog().evaluate("(dialog) => dialog.scrollWidth - dialog.clientWidth"))
        .as("overflow of %s", name)
        .isEqualTo(0);
  }

  /** Tests widths at which entries are beside each other with little space. */
  @ParameterizedTest
  @ValueSource(ints = {761, 1041})
  void theHeadFitsATablet(int width) {
    try (var page = CONSOLE.browser().page(CONSOLE.system().uri(), width, ColorScheme.LIGHT)) {
      look(page.open("keys"), width + "-head");
    }
  }

  /** Tests the empty states of a new cluster. */
  @ParameterizedTest
  @MethodSource("views")
  void aNewClusterSaysWhatToDo(int width, ColorScheme scheme) {
    try (var page = CONSOLE.browser().page(CONSOLE.system().uri(), width, scheme)) {
      page.tab()
          .route("**/v1/lambdas", route -> route.fulfill(new Route.FulfillOptions().setBody("{}")));

      page.open("").shows("No lambda is registered");

      page.shows("./atf lambda register hello");
      look(page, "%d-%s-new".formatted(width, scheme.name().toLowerCase(Locale.ROOT)));
    }
  }

  private static void look(ConsolePage page, String name) {
    // Waits until the page's first requests are answered.
    PlaywrightAssertions.assertThat(page.tab().locator(".loading")).hasCount(0);
    page.screenshot(name);
    assertThat(page.seriousViolations()).as(name).isEmpty();
    assertThat(page.tab().evaluate("document.documentElement.scrollWidth"))
        .as("the width of %s", name)
        .isEqualTo(page.tab().evaluate("document.documentElement.clientWidth"));
    assertThat(page.tab().evaluate(WITHOUT_ISOLATION))
        .as("elements of %s whose text may turn others around", name)
        .isEqualTo(List.of());
  }
}
