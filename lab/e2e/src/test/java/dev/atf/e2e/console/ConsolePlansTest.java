package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of periodic tasks, ordering keys and jobs in the console, with the links from each to its
 * tasks.
 */
@Tag("system")
@InConsole
final class ConsolePlansTest {
  private static final Set<TaskStatus> SUCCEEDED = Set.of(TaskStatus.SUCCESS);

  @TempDir private Path directory;

  @Test
  void aPeriodicTaskIsFoundWithItsFiresAndTheirTasks(ConsolePage page, ConsoleSystem system) {
    var plans = new ConsolePlans(system);
    plans.make(
        "command", "tick", "{\"schedule\": {\"every\": \"1s\"}, \"json\": {\"argv\": [\"true\"]}}");
    page.open("periodic");

    link(page, "tick").click();

    page.heading("tick");
    page.status("Active");
    assertMarkedInNavigation(page, "Periodic");
    assertThat(page.section("Schedule")).containsText("Every second");
    assertThat(page.section("Runs")).containsText("Succeeded");

    page.section("Runs").locator("a.id").last().click();

    page.status("Succeeded");
    assertMarkedInNavigation(page, "Tasks");
    assertThat(page.section("Facts")).containsText("run of");

    page.section("Facts").getByText("tick").click();

    page.heading("tick");
    plans.delete("command", "tick");
  }

  @Test
  void aPeriodicTaskIsPausedResumedAndTriggered(ConsolePage page, ConsoleSystem system) {
    var plans = new ConsolePlans(system);
    plans.make(
        "command",
        "nightly.clean-up",
        """
        {"schedule": {"cron": "30 2 * * *", "timeZone": "Europe/Berlin", "jitter": "60s"},
         "catchUp": {"mode": "ALL", "max": 7}, "json": {"argv": ["true"]}}
        """);
    page.open("lambdas/command/periodic/nightly.clean-up");
    page.status("Active");
    assertThat(page.section("Schedule")).containsText("30 2 * * * Europe/Berlin");
    assertThat(page.section("Schedule")).containsText("the latest 7 missed runs are caught up");
    assertThat(page.section("Next runs").locator("li")).hasCount(5);
    assertThat(page.section("Next runs"))
        .containsText("In your time zone, UTC, and in Europe/Berlin");

    page.click("Pause");
    page.confirm("Pause");

    page.said("nightly.clean-up is paused");
    page.status("Paused");
    assertThat(page.section("Next runs")).containsText("None: it is paused.");
    assertThat(plans.periodic("command", "nightly.clean-up").getPaused()).isTrue();

    page.click("Trigger");
    page.confirm("Trigger");

    page.shows("was created by hand");
    page.click("Resume");
    page.confirm("Resume");
    page.status("Active");
    page.tab().locator(".notice a.id").click();
    page.status("Succeeded");
    assertThat(page.section("Facts")).containsText("triggered by hand");
  }

  @Test
  void pastFiresAreCreatedByABackfillOnce(ConsolePage page, ConsoleSystem system) {
    new ConsolePlans(system)
        .make(
            "command",
            "hourly",
            "{\"schedule\": {\"cron\": \"@hourly\"}, \"json\": {\"argv\": [\"true\"]}}");
    var until = InstantSource.system().instant().truncatedTo(ChronoUnit.HOURS).minusSeconds(1);
    var from = until.minus(Duration.ofHours(3));
    page.open("lambdas/command/periodic/hourly");
    assertThat(page.section("Runs")).containsText("None yet");

    backfill(
        page,
        from,
        InstantSource.system().instant().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS));
    page.press("Create the tasks");

    assertThat(page.dialog().locator(".mistake")).containsText("not after the server");
    page.tab().keyboard().press("Escape");

    backfill(page, from, until);
    page.confirm("Create the tasks");

    page.said("3 tasks created");
    assertThat(page.section("Runs").getByText("Succeeded")).hasCount(3);
    assertThat(page.section("Runs").locator("tbody tr").first()).containsText("–");

    backfill(page, from, until);
    page.confirm("Create the tasks");

    page.said("0 tasks created, 3 existed already");
  }

  private static void backfill(ConsolePage page, Instant from, Instant until) {
    page.click("Backfill");
    page.fill("From", withSeconds(from));
    page.fill("Until, exclusive", withSeconds(until));
  }

  /**
   * Returns the time with seconds: a browser writes a full minute without them, and the driver
   * compares.
   */
  private static String withSeconds(Instant moment) {
    var second = moment.truncatedTo(ChronoUnit.MINUTES).plusSeconds(59);
    return second.toString().replace("Z", "");
  }

  @Test
  void aHeldKeyIsFoundAndItsTaskTriedAnew(ConsolePage page, ConsoleSystem system)
      throws IOException {
    var door = directory.resolve("door");
    var failed = ordered(system, "account/47.11 é", door);
    var waits = ordered(system, "account/47.11 é", door);
    page.open("");
    assertThat(page.section("Needs attention")).containsText("Held keys");
    page.open("keys?state=held");

    link(page, "account/47.11 é").click();

    page.heading("account/47.11 é");
    page.status("Held");
    assertMarkedInNavigation(page, "Keys");
    assertThat(page.section("Current task"))
        .containsText("No task with this key runs until an operator");
    assertThat(page.section("Why it is held")).containsText("the door is locked");
    assertThat(page.section("Waiting tasks").locator("tbody tr")).hasCount(1);

    page.section("Waiting tasks").locator("a.id").click();

    page.shows("KEY_HELD");
    page.section("Facts").getByText("account/47.11 é").click();
    page.status("Held");

    Files.createFile(door);
    page.click("Retry");
    page.confirm("Retry");

    page.said("The task is retried");
    page.status("Free");
    assertThat(system.await(failed, SUCCEEDED).getStatus()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(system.await(waits, SUCCEEDED).getStatus()).isEqualTo(TaskStatus.SUCCESS);
  }

  @Test
  void aHeldKeyGoesOnWithoutATaskThatIsSkipped(ConsolePage page, ConsoleSystem system)
      throws IOException {
    var door = directory.resolve("door");
    var failed = ordered(system, "document", door);
    var held =
        new ConsolePlans(system)
            .await("command", "document", key -> key.getState() == OrderingKey.State.HELD);
    assertThat(held.getHolderTaskId()).isEqualTo(failed);
    var waits = ordered(system, "document", door);
    Files.createFile(door);
    page.open("keys?lambda=command");
    page.tab().getByLabel("A key of command").fill("document");
    page.tab().keyboard().press("Enter");
    page.status("Held");

    page.click("Skip");
    assertThat(page.dialog()).containsText("The waiting task runs.");
    page.confirm("Skip the task");

    page.said("The key continues");
    page.status("Free");
    assertThat(system.await(waits, SUCCEEDED).getStatus()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(system.task(failed).getStatus()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  /** Schedules a task that fails permanently until the file {@code door} exists. */
  private static String ordered(ConsoleSystem system, String key, Path door) {
    return system.schedule(
        "command",
        """
        {"json": {"argv": ["sh", "-c", "test -f '%s' || { echo the door is locked >&2; exit 3; }"],
         "fatalExitCodes": [3]}, "orderingKey": "%s"}
        """
            .formatted(door, key));
  }

  @Test
  void aTaskLeadsToItsJobAndBack(ConsolePage page, ConsoleSystem system) {
    new ConsolePlans(system)
        .submit(
            """
            {"name": "night.1", "steps": [
              {"name": "clean", "lambda": "command", "json": {"argv": ["true"]}},
              {"name": "say", "lambda": "command", "after": ["clean"], "json": {"argv": ["true"]}}]}
            """);
    page.open("lambdas/command/jobs/night.1");
    page.status("Succeeded");
    assertMarkedInNavigation(page, "Jobs");

    page.section("Each step").locator("a.id").last().click();

    assertThat(page.section("Facts")).containsText("say of the job night.1");
    page.section("Facts").getByText("night.1").click();
    page.heading("night.1");
  }

  @Test
  void heldJobNeedsAttention(ConsolePage page, ConsoleSystem system) {
    page.open("");
    assertThat(page.section("Needs attention")).not().containsText("Held jobs");
    new ConsolePlans(system)
        .submit(
            """
            {"name": "unlisted", "steps": [
              {"name": "clean", "lambda": "command", "json": {"argv": ["true"]}},
              {"name": "each", "lambda": "command", "forEachResultOf": "clean",
               "onFailure": "HOLD"}]}
            """);
    page.open("lambdas/command/jobs/unlisted");
    page.status("Held");

    page.open("");

    assertThat(page.section("Needs attention")).containsText("Held jobs");
    assertThat(page.section("Needs attention")).containsText("1 job held or unreadable");
  }

  @Test
  void aTaskLeadsToItsChildrenAndEachToItsParent(ConsolePage page, ConsoleSystem system) {
    var parent = system.schedule("report", "{\"json\": {\"day\": \"letters\", \"seconds\": 0}}");
    system.await(parent, SUCCEEDED);
    page.open("tasks/" + parent);
    assertThat(page.section("Children").locator("tbody tr")).hasCount(Reporter.LETTERS);
    assertThat(page.section("Children").getByText("Waiting").first()).isVisible();

    page.section("Children").locator("a.id").nth(1).click();

    assertThat(page.section("Facts")).containsText("child 2 of it");
    page.section("Facts").getByTitle(parent).click();
    page.heading(parent);
  }

  @Test
  void emptyListsSayWhatToDo(ConsolePage page, ConsoleSystem system) {
    system.register("idle", "Has nothing to do.");
    page.open("periodic?lambda=idle").shows("./atf periodic create idle");
    page.open("keys?lambda=idle").shows("./atf schedule idle --ordering-key");
    page.open("keys?lambda=idle&state=held").shows("No key is held");
    page.open("lambdas/idle/keys?key=nobody").shows("No task has this key now");
    page.open("lambdas/idle/periodic/nothing").shows("This periodic task does not exist");
  }

  private static Locator link(ConsolePage page, String text) {
    return page.tab()
        .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(text).setExact(true));
  }

  /** Asserts that this entry of the navigation, and no other, is marked. */
  private static void assertMarkedInNavigation(ConsolePage page, String entry) {
    var marked = page.tab().locator(".pages a[aria-current]");
    assertThat(marked).hasCount(1);
    assertThat(marked).hasText(entry);
  }
}
