package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the users' actions in the console, and of their effects. */
@Tag("system")
@InConsole
final class ConsoleActionsTest {
  private static final Set<TaskStatus> WAITING =
      Set.of(TaskStatus.NEW, TaskStatus.RETRIABLE_FAILURE);

  /** Number of tasks of {@code letters} that no worker serves until it is too late. */
  private static final int LATE = 250;

  @TempDir private Path directory;

  @BeforeAll
  static void register(ConsoleSystem system) {
    system.register("printer", "Prints letters.");
    system.register("letters", "Posts letters.");
    system.schedule(
        LATE, "letters", i -> "{\"json\": {}, \"deadline\": \"%s\"}".formatted(inTenSeconds()));
  }

  @Test
  void aTaskWhoseExecutorWasKilledIsExplainedAndRunNow(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("command", "{\"json\": {\"argv\": [\"sleep\", \"3600\"]}}");
    system.await(id, ConsoleSystem.RUNNING);
    page.open("tasks/" + id);
    page.shows("RUNNING");

    system.killTheExecutorOfCommands();

    page.status("Retrying");
    page.shows("RETRY_BACKOFF");
    assertThat(page.section("Timeline")).containsText("EXECUTOR_DIED");
    assertThat(page.section("Attempts")).containsText("Failed");

    page.click("Run now");
    page.confirm("Run now");

    page.said("The task is due now");
    page.status("Running");
    assertThat(system.await(id, ConsoleSystem.RUNNING).getAttempt()).isEqualTo(2);

    page.click("Cancel");
    page.fill("Reason", "seen enough");
    page.confirm("Cancel the task");

    page.said("The task was asked to stop");
    page.status("Cancelled");
    assertThat(page.section("Timeline")).containsText("seen enough");
  }

  @Test
  void aLambdaIsPausedWithAReasonAndResumed(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("printer", "{\"json\": {}, \"delay\": \"1s\"}");
    page.open("lambdas/printer");
    page.status("Active");

    page.click("Pause");
    page.fill("Reason", "the printer burns");
    page.fill("Your name", "alice");
    page.dialog().getByText("1 hour").click();
    page.confirm("Pause");

    page.said("printer is paused");
    page.status("Paused");
    page.shows("the printer burns");
    assertThat(system.gate("printer").getState()).isEqualTo(Gate.State.PAUSED);
    assertThat(system.gate("printer").getBy()).isEqualTo("alice");
    assertThat(Instant.ofEpochSecond(system.gate("printer").getUntil().getSeconds()))
        .isAfter(Instant.ofEpochSecond(system.gate("printer").getSetAt().getSeconds()));
    page.open("tasks/" + id).shows("LAMBDA_PAUSED");
    page.open("").shows("the printer burns");

    page.open("lambdas/printer");
    page.click("Resume");
    page.confirm("Resume");

    page.status("Active");
    assertThat(system.gate("printer").getState()).isEqualTo(Gate.State.OPEN);
  }

  @Test
  void aCollectionIsPausedApartFromItsLambda(ConsolePage page) {
    page.open("lambdas/printer");

    page.click("Pause a collection");
    page.fill("Collection", "monthly");
    page.fill("Reason", "figures are missing");
    page.confirm("Pause");

    page.said("printer / monthly is paused");
    assertThat(page.section("Paused collections")).containsText("figures are missing");
    page.status("Active");

    page.section("Paused collections")
        .getByRole(AriaRole.BUTTON)
        .filter(new Locator.FilterOptions().setHasText("Resume"))
        .click();
    page.confirm("Resume");

    page.said("printer / monthly is resumed");
  }

  @Test
  void aDroppingLambdaEndsWhatComes(ConsolePage page, ConsoleSystem system) {
    page.open("lambdas/printer");
    page.click("Drop");
    page.fill("Reason", "not wanted any more");
    page.confirm("Drop its tasks");
    page.status("Dropping");

    var id = system.schedule("printer", "{\"json\": {}}");

    system.await(id, Set.of(TaskStatus.FATAL_FAILURE));
    page.open("tasks/" + id).status("Dropped");
    page.shows("DROPPED");

    page.open("lambdas/printer");
    page.click("Resume");
    page.confirm("Resume");
    page.status("Active");
  }

  @Test
  void deadLettersAreRedrivenOneByOneSomeAndAll(ConsolePage page, ConsoleSystem system)
      throws IOException {
    var door = directory.resolve("door");
    var ids = IntStream.range(0, 5).mapToObj(i -> scheduleLocked(system, door)).toList();
    ids.forEach(id -> system.await(id, Set.of(TaskStatus.FATAL_FAILURE)));
    Files.createFile(door);
    page.open("tasks/" + ids.get(0));
    page.shows("the door is locked");

    page.click("Redrive");
    page.confirm("Redrive");

    page.said("1 task redriven");
    page.status("Succeeded");
    assertThat(page.section("Timeline")).containsText("Redriven");

    page.open("tasks?lambda=report&state=dead");
    page.tab().getByLabel("Select task " + ids.get(1).substring(0, 8)).check();
    page.tab().getByLabel("Select task " + ids.get(2).substring(0, 8)).check();
    page.shows("2 tasks selected");
    page.click("Redrive selected");
    page.confirm("Redrive");

    page.said("2 tasks redriven");
    system.await(ids.get(1), Set.of(TaskStatus.SUCCESS));
    system.await(ids.get(2), Set.of(TaskStatus.SUCCESS));
    assertThat(system.task(ids.get(3)).getStatus()).isEqualTo(TaskStatus.FATAL_FAILURE);

    var other = system.schedule("report", "{\"json\": [1]}");
    system.await(other, Set.of(TaskStatus.FATAL_FAILURE));
    page.open("tasks?lambda=report&state=dead&code=DOOR_LOCKED");
    page.click("Redrive all");
    assertThat(page.dialog()).containsText("failure code DOOR_LOCKED");
    assertThat(page.dialog()).containsText("2 tasks match, 2 would be redriven");
    page.confirm("Redrive all that match");

    page.said("2 tasks redriven");
    system.await(ids.get(3), Set.of(TaskStatus.SUCCESS));
    system.await(ids.get(4), Set.of(TaskStatus.SUCCESS));
    page.shows("No task matches");
    assertThat(system.task(other).getStatus()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  /** Schedules a task that its handler fails permanently, until the file {@code door} exists. */
  private static String scheduleLocked(ConsoleSystem system, Path door) {
    return system.schedule(
        "report", "{\"json\": {\"day\": \"sunday\", \"door\": \"%s\"}}".formatted(door));
  }

  @Test
  void redrivingAllTellsHowFarItIsAndMayBeStopped(ConsolePage page, ConsoleSystem system) {
    system.awaitDeadLetters("letters", LATE);
    var held = new ArrayDeque<Route>();
    page.open("lambdas/letters");
    page.click("Redrive 250 dead letters");
    assertThat(page.dialog()).containsText("250 tasks match");
    page.tab().route("**/tasks:redrive", held::add);
    page.press("Redrive all that match");
    letThrough(page, held);

    assertThat(page.dialog()).containsText("100 tasks redriven of about 250");
    page.press("Stop");
    letThrough(page, held);

    page.said("200 tasks redriven");
    assertThat(page.button("Redrive 50 dead letters")).isVisible();
  }

  private static Instant inTenSeconds() {
    return InstantSource.system().instant().plusSeconds(10);
  }

  private static void letThrough(ConsolePage page, ArrayDeque<Route> held) {
    page.tab().waitForCondition(() -> !held.isEmpty());
    held.remove().resume();
  }

  @Test
  void aWaitingTaskIsRescheduledAndCancelled(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("report", "{\"json\": {\"day\": \"mon\"}, \"delay\": \"3600s\"}");
    // With seconds: a browser writes a full minute without them, and the driver compares.
    var later =
        Instant.ofEpochSecond(system.task(id).getScheduledAt().getSeconds())
            .plus(Duration.ofDays(20))
            .truncatedTo(ChronoUnit.MINUTES)
            .plusSeconds(30);
    page.open("tasks/" + id);
    page.status("Waiting");
    page.shows("NOT_DUE_YET");

    page.click("Reschedule");
    page.fill("New time", later.toString().replace("Z", ""));
    page.confirm("Reschedule");

    page.said("The task is due");
    assertThat(system.task(id).getScheduledAt().getSeconds()).isEqualTo(later.getEpochSecond());

    page.click("Cancel");
    page.confirm("Cancel the task");

    page.said("The task is cancelled");
    page.status("Cancelled");
    assertThat(system.task(id).getStatus()).isEqualTo(TaskStatus.CANCELLED);

    page.click("Resubmit");
    page.confirm("Resubmit");

    page.said("New task");
    assertThat(page.section("Facts")).containsText("Resubmitted from");
    assertThat(page.section("Facts")).containsText(id.substring(0, 8));
  }

  @Test
  void attemptThatRunsIsKilledAndItsTaskIsTriedAgain(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("command", "{\"json\": {\"argv\": [\"sleep\", \"3600\"]}}");
    system.await(id, ConsoleSystem.RUNNING);
    page.open("tasks/" + id);

    page.click("Kill attempt");
    page.fill("Reason", "it hangs");
    page.confirm("Kill the attempt");

    page.said("Attempt 1 will be killed");
    page.shows("KILLED: by a client: it hangs");
    system.cancel(id);
  }

  @Test
  void refusedActionShowsAnErrorAndChangesNothing(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("report", "{\"json\": {\"day\": \"mon\"}, \"delay\": \"3600s\"}");
    page.open("tasks/" + id);

    page.click("Reschedule");
    page.fill("New time", "2099-01-01T00:00");
    page.press("Reschedule");

    assertThat(page.dialog().getByRole(AriaRole.ALERT)).containsText("Correct the marked fields");
    assertThat(page.dialog().locator(".mistake")).containsText("expected");
    assertThat(page.dialog().getByLabel("New time")).isFocused();
    page.tab().keyboard().press("Escape");
    assertThat(page.dialog()).hasCount(0);
    assertThat(WAITING).contains(system.task(id).getStatus());
  }
}
