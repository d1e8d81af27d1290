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
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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

  private static final String TOO_WIDE_DIALOGS =
      "[...document.querySelectorAll('dialog')].filter((d) => d.scrollWidth > d.clientWidth).length";

  private static final List<View> VIEWS =
      List.of(
          new View(1280, ColorScheme.LIGHT),
          new View(1280, ColorScheme.DARK),
          new View(390, ColorScheme.DARK),
          new View(390, ColorScheme.LIGHT));

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
    var notice = new ConsoleNotices(system).fill();
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
            Map.entry("task-notice", "tasks/" + notice),
            Map.entry("lambda-fair", "lambdas/report"),
            Map.entry("subscriptions", "subscriptions"),
            Map.entry("subscriptions-empty", "subscriptions?lambda=report"),
            Map.entry("subscription", "subscriptions/failures"),
            Map.entry("subscription-missing", "subscriptions/nobody"),
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

  @Test
  void everyPageIsAccessibleAndFits() {
    try (var page = open()) {
      page.open("");
      flow(CONSOLE.system());
      PlaywrightAssertions.assertThat(page.section("Happening now")).containsText("Succeeded");
      look(page, "overview");
      addresses.forEach((name, address) -> look(page.open(address), name));
      page.open("lambdas/command").click("Pause");
      look(page, "dialog");
      page.tab().keyboard().press("Escape");
      page.open("lambdas/command/periodic/nightly.clean-up").click("Backfill");
      look(page, "dialog-backfill");
      page.tab().keyboard().press("Escape");
      page.tab().keyboard().press("?");
      look(page, "keys");
      assertThat(page.wrongs()).isEmpty();
    }
  }

  @Test
  void everyFormIsAccessibleAndFits() {
    try (var page = open()) {
      form(page.open("tasks"), "Schedule a task", "schedule");
      form(page.open("lambdas"), "Register a lambda", "register");
      form(page.open("lambdas/mail"), "Edit", "edit");
      form(page.open("periodic"), "Create a periodic task", "periodic");
      form(page.open("subscriptions"), "Create a subscription", "subscription");
      form(page.open("lambdas/report"), "Edit", "edit-fair");
      form(page.open("jobs"), "Submit a job", "job");
      page.open("tasks?lambda=mail").tab().getByText("Collection, labels, failure code").click();
      look(page, "filters");
      assertThat(page.wrongs()).isEmpty();
    }
  }

  /** Looks at a form as it opens, and with all its fields and a mistake. */
  private static void form(ConsolePage page, String button, String name) {
    page.click(button);
    look(page, "form-" + name);
    page.tab()
        .evaluate("document.querySelectorAll('dialog details').forEach((d) => (d.open = true))");
    page.dialog().locator("textarea.json").first().fill("{\n  \"a\": [1, 2}");
    PlaywrightAssertions.assertThat(page.dialog().locator(".mistake").first()).isVisible();
    look(page, "form-" + name + "-all");
  }

  /** Tests widths at which entries are beside each other with little space. */
  @ParameterizedTest
  @ValueSource(ints = {761, 1041})
  void theHeadFitsATablet(int width) {
    try (var page = open()) {
      page.open("keys");
      look(page, new View(width, ColorScheme.LIGHT), "head");
    }
  }

  /** Tests the empty states of a new cluster. */
  @Test
  void aNewClusterSaysWhatToDo() {
    try (var page = open()) {
      page.tab()
          .route("**/v1/lambdas", route -> route.fulfill(new Route.FulfillOptions().setBody("{}")));

      page.open("").shows("No lambda is registered");

      page.shows("./atf lambda register hello");
      look(page, "new");
    }
  }

  private static ConsolePage open() {
    return CONSOLE.browser().page(CONSOLE.system().uri());
  }

  /** Looks at a page in each view. */
  private static void look(ConsolePage page, String name) {
    // Waits until the page's first requests are answered.
    PlaywrightAssertions.assertThat(page.tab().locator(".loading")).hasCount(0);
    VIEWS.forEach(view -> look(page, view, name));
  }

  private static void look(ConsolePage page, View view, String name) {
    var shown = "%d-%s-%s".formatted(view.width(), view.schemeName(), name);
    page.show(view);
    page.screenshot(shown);
    assertThat(page.seriousViolations()).as(shown).isEmpty();
    assertThat(page.tab().evaluate("document.documentElement.scrollWidth"))
        .as("the width of %s", shown)
        .isEqualTo(page.tab().evaluate("document.documentElement.clientWidth"));
    assertThat(page.tab().evaluate(TOO_WIDE_DIALOGS))
        .as("dialogs of %s that are wider than the screen", shown)
        .isEqualTo(0);
    assertThat(page.tab().evaluate(WITHOUT_ISOLATION))
        .as("elements of %s whose text may turn others around", shown)
        .isEqualTo(List.of());
  }
}
