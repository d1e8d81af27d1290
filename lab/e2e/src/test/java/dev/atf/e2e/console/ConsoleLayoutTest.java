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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every page, wide and on a phone, light and dark: no serious violation of axe-core's rules,
 * nothing wider than the screen, and no element whose text can change the direction of another's.
 * With all views it writes screenshots to target/screenshots.
 */
@Tag("system")
@InConsole
final class ConsoleLayoutTest {
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

  /** Each width and each scheme once. */
  private static final List<View> TWO_VIEWS =
      List.of(new View(1280, ColorScheme.LIGHT), new View(390, ColorScheme.DARK));

  private static final List<View> ALL_VIEWS =
      List.of(
          new View(1280, ColorScheme.LIGHT),
          new View(1280, ColorScheme.DARK),
          new View(390, ColorScheme.DARK),
          new View(390, ColorScheme.LIGHT));

  private static Map<String, String> addresses = Map.of();
  private static String endless = "";

  @BeforeAll
  static void fill(ConsoleSystem system) {
    system.register("postcards", "Sends postcards.");
    var dead = system.scheduleDead(directory.resolve("never"));
    var done =
        system.schedule(
            "command",
            "{\"json\": {\"argv\": [\"sh\", \"-c\", \"uname -sr; echo all well; echo a warning"
                + " >&2\"]}, \"labels\": {\"order\": \"4711\", \"team\": \"post\"}}");
    var waiting =
        system.schedule(
            "postcards",
            "{\"json\": {\"to\": \"ada@example.org\", \"apiKey\": \"sk-1\"}, \"delay\": \"5400s\","
                + " \"priority\": \"high\", \"collection\": \"password-reset\"}");
    system.schedule(
        12,
        "postcards",
        i -> "{\"json\": {}, \"collection\": \"marketing\", \"priority\": \"low\"}");
    endless = system.schedule("report", "{\"json\": {\"day\": \"monday\", \"seconds\": 600}}");
    system.scheduleDead(directory.resolve("never"));
    system.setGate(
        "postcards", "marketing", Gate.State.PAUSED, "The new template has a wrong link");
    system.await(done, Set.of(TaskStatus.SUCCESS));
    system.await(endless, ConsoleSystem.RUNNING);
    var notice = new ConsoleNotices(system).fill();
    var parent = fillPlans(new ConsolePlans(system));
    addresses =
        Map.ofEntries(
            Map.entry("lambdas", "lambdas"),
            Map.entry("lambda", "lambdas/postcards"),
            Map.entry("lambda-command", "lambdas/command"),
            Map.entry("tasks", "tasks"),
            Map.entry("tasks-pending", "tasks?lambda=postcards"),
            Map.entry("tasks-running", "tasks?lambda=report&state=running"),
            Map.entry("tasks-dead", "tasks?lambda=command&state=dead"),
            Map.entry("tasks-done", "tasks?lambda=command&state=done"),
            Map.entry("tasks-empty", "tasks?lambda=postcards&state=dead"),
            Map.entry("task-dead", "tasks/" + dead),
            Map.entry("task-done", "tasks/" + done),
            Map.entry("task-running", "tasks/" + endless),
            Map.entry("task-waiting", "tasks/" + waiting),
            Map.entry("task-parent", "tasks/" + parent),
            Map.entry("periodics", "periodic"),
            Map.entry("periodics-empty", "periodic?lambda=postcards"),
            Map.entry("periodic", "lambdas/command/periodic/every-two-seconds"),
            Map.entry("periodic-paused", "lambdas/command/periodic/nightly.archive"),
            Map.entry("task-notice", "tasks/" + notice),
            Map.entry("lambda-fair", "lambdas/report"),
            Map.entry("subscriptions", "subscriptions"),
            Map.entry("subscriptions-empty", "subscriptions?lambda=report"),
            Map.entry("subscription", "subscriptions/failures"),
            Map.entry("subscription-missing", "subscriptions/nobody"),
            Map.entry("keys", "keys?lambda=command"),
            Map.entry("keys-empty", "keys?lambda=postcards&state=held"),
            Map.entry("key-held", "lambdas/command/keys?key=account/4711"),
            Map.entry("key-missing", "lambdas/command/keys?key=nobody"),
            Map.entry("jobs", "jobs?lambda=command"),
            Map.entry("job", "lambdas/command/jobs/night"),
            Map.entry("workers", "workers"),
            Map.entry("worker", "workers/" + system.worker()),
            Map.entry("search", "search?q=command"),
            Map.entry("missing", "nowhere"));
  }

  /** Stops what would keep the executors busy for other classes. */
  @AfterAll
  static void stop(ConsoleSystem system) {
    new ConsolePlans(system).delete("command", "every-two-seconds");
    system.cancel(endless);
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
        "nightly.archive",
        """
        {"schedule": {"cron": "30 2 * * 1-5", "timeZone": "Europe/Berlin", "jitter": "60s"},
         "catchUp": {"mode": "NONE"}, "overlap": "QUEUE_ONE", "json": {"argv": ["true"]},
         "collection": "nightly", "labels": {"team": "post"}}
        """);
    plans.pause("command", "nightly.archive");
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
          {"name": "send", "lambda": "postcards", "after": ["check"], "json": {}}]}
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
  void everyPageIsAccessibleAndFits(ConsolePage page, ConsoleSystem system) {
    checkPages(page, system, TWO_VIEWS);
  }

  @Tag("nightly")
  @Test
  void everyPageIsAccessibleAndFitsInAllViews(ConsolePage page, ConsoleSystem system) {
    checkPages(page, system, ALL_VIEWS);
  }

  private static void checkPages(ConsolePage page, ConsoleSystem system, List<View> views) {
    page.open("");
    flow(system);
    PlaywrightAssertions.assertThat(page.section("Happening now")).containsText("Succeeded");
    look(page, views, "overview");
    addresses.forEach((name, address) -> look(page.go(address), views, name));
    page.open("lambdas/command").click("Pause");
    look(page, views, "dialog");
    page.tab().keyboard().press("Escape");
    page.open("lambdas/command/periodic/nightly.archive").click("Backfill");
    look(page, views, "dialog-backfill");
    page.tab().keyboard().press("Escape");
    page.tab().keyboard().press("?");
    look(page, views, "keys");
  }

  @Test
  void everyFormIsAccessibleAndFits(ConsolePage page) {
    checkForms(page, TWO_VIEWS);
  }

  @Tag("nightly")
  @Test
  void everyFormIsAccessibleAndFitsInAllViews(ConsolePage page) {
    checkForms(page, ALL_VIEWS);
  }

  private static void checkForms(ConsolePage page, List<View> views) {
    form(page.open("tasks"), "Schedule a task", views, "schedule");
    form(page.open("lambdas"), "Register a lambda", views, "register");
    form(page.open("lambdas/postcards"), "Edit", views, "edit");
    form(page.open("periodic"), "Create a periodic task", views, "periodic");
    form(page.open("subscriptions"), "Create a subscription", views, "subscription");
    form(page.open("lambdas/report"), "Edit", views, "edit-fair");
    form(page.open("jobs"), "Submit a job", views, "job");
    page.open("tasks?lambda=postcards").tab().getByText("Collection, labels, failure code").click();
    look(page, views, "filters");
  }

  /** Looks at a form as it opens, and with all its fields and a mistake. */
  private static void form(ConsolePage page, String button, List<View> views, String name) {
    page.click(button);
    look(page, views, "form-" + name);
    page.tab()
        .evaluate("document.querySelectorAll('dialog details').forEach((d) => (d.open = true))");
    page.dialog().locator("textarea.json").first().fill("{\n  \"a\": [1, 2}");
    PlaywrightAssertions.assertThat(page.dialog().locator(".mistake").first()).isVisible();
    look(page, views, "form-" + name + "-all");
  }

  /** Tests widths at which entries are beside each other with little space. */
  @ParameterizedTest
  @ValueSource(ints = {761, 1041})
  void theHeadFitsATablet(int width, ConsolePage page) {
    page.open("keys");
    look(page, new View(width, ColorScheme.LIGHT), "head");
  }

  /** Tests the empty states of a new cluster. */
  @Test
  void aNewClusterSaysWhatToDo(ConsolePage page) {
    checkNewCluster(page, TWO_VIEWS);
  }

  @Tag("nightly")
  @Test
  void aNewClusterSaysWhatToDoInAllViews(ConsolePage page) {
    checkNewCluster(page, ALL_VIEWS);
  }

  private static void checkNewCluster(ConsolePage page, List<View> views) {
    page.tab()
        .route("**/v1/lambdas", route -> route.fulfill(new Route.FulfillOptions().setBody("{}")));

    page.open("").shows("No lambda is registered");

    page.shows("./atf lambda register hello");
    look(page, views, "new");
  }

  /** Looks at a page in each view. */
  private static void look(ConsolePage page, List<View> views, String name) {
    // Waits until the page's first requests are answered.
    PlaywrightAssertions.assertThat(page.tab().locator(".loading")).hasCount(0);
    for (var view : views) {
      look(page, view, name);
      if (views.equals(ALL_VIEWS)) {
        page.screenshot(shown(view, name));
      }
    }
  }

  private static String shown(View view, String name) {
    return "%d-%s-%s".formatted(view.width(), view.schemeName(), name);
  }

  private static void look(ConsolePage page, View view, String name) {
    var shown = shown(view, name);
    page.show(view);
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
