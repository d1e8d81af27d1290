package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do in the console, and that it happens. */
final class ConsoleActionsTest {
  private static final Set<TaskStatus> WAITING =
      Set.of(TaskStatus.NEW, TaskStatus.RETRIABLE_FAILURE);

  @TempDir private static Path directory;

  private static ConsoleBrowser browser;
  private static ConsoleSystem system;

  private ConsolePage page;

  @BeforeAll
  static void start() throws IOException {
    browser = ConsoleBrowser.start();
    system = ConsoleSystem.start(directory).registered();
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
  void openTab() {
    page = browser.page(system.uri());
  }

  @AfterEach
  void nothingWentWrong() {
    assertThat(page.wrongs()).isEmpty();
    page.close();
  }

  @Test
  void aTaskWhoseExecutorWasKilledIsExplainedAndRunNow() {
    var id = system.schedule("command", "{\"json\": {\"argv\": [\"sleep\", \"3600\"]}}");
    system.await(id, ConsoleSystem.RUNNING);
    page.open("tasks/" + id);
    page.shows("RUNNING");

    system.killTheExecutorOfCommands();

    page.status("Retrying");
    page.shows("RETRY_BACKOFF");
    assertThat(page.section("What happened")).containsText("LEASE_EXPIRED");
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
    assertThat(page.section("What happened")).containsText("seen enough");
  }

  @Test
  void aLambdaIsPausedWithAReasonAndOpenedAgain() {
    var id = system.schedule("mail", "{\"json\": {}, \"delay\": \"1s\"}");
    page.open("lambdas/mail");
    page.status("Open");

    page.click("Pause");
    page.fill("Reason", "the printer burns");
    page.fill("Your name", "alice");
    page.dialog().getByText("1 hour").click();
    page.confirm("Pause");

    page.said("mail is paused");
    page.status("Paused");
    page.shows("the printer burns");
    assertThat(gate("mail").getState()).isEqualTo(Gate.State.PAUSED);
    assertThat(gate("mail").getBy()).isEqualTo("alice");
    assertThat(Instant.ofEpochSecond(gate("mail").getUntil().getSeconds()))
        .isAfter(Instant.ofEpochSecond(gate("mail").getSetAt().getSeconds()));
    page.open("tasks/" + id).shows("LAMBDA_PAUSED");
    page.open("").shows("the printer burns");

    page.open("lambdas/mail");
    page.click("Open");
    page.confirm("Open");

    page.status("Open");
    assertThat(gate("mail").getState()).isEqualTo(Gate.State.OPEN);
  }

  @Test
  void aCollectionIsPausedApartFromItsLambda() {
    page.open("lambdas/report");

    page.click("Pause a collection");
    page.fill("Collection", "monthly");
    page.fill("Reason", "figures are missing");
    page.confirm("Pause");

    assertThat(page.section("Gates of collections")).containsText("figures are missing");
    page.status("Open");

    page.section("Gates of collections")
        .getByRole(AriaRole.BUTTON)
        .filter(new com.microsoft.playwright.Locator.FilterOptions().setHasText("Open"))
        .click();
    page.confirm("Open");

    page.said("report / monthly is open");
  }

  @Test
  void aDroppingLambdaEndsWhatComes() {
    page.open("lambdas/mail");
    page.click("Drop");
    page.fill("Reason", "not wanted any more");
    page.confirm("Drop its tasks");
    page.status("Dropping");

    var id = system.schedule("mail", "{\"json\": {}}");

    system.await(id, Set.of(TaskStatus.FATAL_FAILURE));
    page.open("tasks/" + id).status("Dead");
    page.shows("DROPPED");

    page.open("lambdas/mail");
    page.click("Open");
    page.confirm("Open");
    page.status("Open");
  }

  @Test
  void deadLettersAreRedrivenOneByOneSomeAndAll() throws IOException {
    var key = directory.resolve("key");
    var ids = IntStream.range(0, 5).mapToObj(i -> system.scheduleDead(key)).toList();
    Files.createFile(key);
    page.open("tasks/" + ids.get(0));
    page.shows("the door is locked");

    page.click("Redrive");
    page.confirm("Redrive");

    page.said("1 task redriven");
    page.status("Succeeded");
    assertThat(page.section("What happened")).containsText("Redriven");

    page.open("tasks?lambda=command&state=dead");
    page.tab().getByLabel("Choose task " + ids.get(1).substring(0, 8)).check();
    page.tab().getByLabel("Choose task " + ids.get(2).substring(0, 8)).check();
    page.shows("2 tasks chosen");
    page.click("Redrive chosen");
    page.confirm("Redrive");

    page.said("2 tasks redriven");
    system.await(ids.get(1), Set.of(TaskStatus.SUCCESS));
    system.await(ids.get(2), Set.of(TaskStatus.SUCCESS));
    assertThat(system.task(ids.get(3)).getStatus()).isEqualTo(TaskStatus.FATAL_FAILURE);

    page.click("Redrive all");
    page.fill("Only with the failure code", "COMMAND_FAILED");
    page.confirm("Redrive all that match");

    page.said("2 tasks redriven");
    system.await(ids.get(3), Set.of(TaskStatus.SUCCESS));
    system.await(ids.get(4), Set.of(TaskStatus.SUCCESS));
    page.shows("No dead letters");
  }

  @Test
  void aWaitingTaskIsRescheduledAndCancelled() {
    var id = system.schedule("report", "{\"json\": {\"day\": \"mon\"}, \"delay\": \"3600s\"}");
    var later = system.task(id).getScheduledAt().getSeconds() + Duration.ofDays(20).toSeconds();
    page.open("tasks/" + id);
    page.status("Waiting");
    page.shows("NOT_DUE_YET");

    page.click("Reschedule");
    page.fill("New time", Instant.ofEpochSecond(later).toString().replace("Z", ""));
    page.confirm("Reschedule");

    page.said("The task is due");
    assertThat(system.task(id).getScheduledAt().getSeconds()).isEqualTo(later);

    page.click("Cancel");
    page.confirm("Cancel the task");

    page.said("The task is cancelled");
    page.status("Cancelled");
    assertThat(system.task(id).getStatus()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  void whatIsRefusedIsToldInTheDialogAndChangesNothing() {
    var id = system.schedule("report", "{\"json\": {\"day\": \"mon\"}, \"delay\": \"3600s\"}");
    page.open("tasks/" + id);

    page.click("Reschedule");
    page.fill("New time", "2099-01-01T00:00");
    page.dialog()
        .getByText(
            "Reschedule", new com.microsoft.playwright.Locator.GetByTextOptions().setExact(true))
        .click();

    assertThat(page.dialog().getByRole(AriaRole.ALERT)).containsText("scheduledAt");
    page.tab().keyboard().press("Escape");
    assertThat(page.dialog()).hasCount(0);
    assertThat(WAITING).contains(system.task(id).getStatus());
  }

  @Test
  void payloadsAreHiddenThenMaskedAndNeverMarkup() {
    var evil = "<img src=x onerror=\\\"document.title='broken in'\\\">";
    var id =
        system.schedule(
            "mail",
            """
            {"json": {"to": "%s", "apiKey": "sk-12345", "nested": {"password": "hunter2", "n": 1}},
             "labels": {"note": "%s"}, "delay": "3600s"}
            """
                .formatted(evil, evil));
    page.open("tasks/" + id);
    assertThat(page.section("Payload")).containsText("Hidden");
    assertThat(page.section("Payload")).not().containsText("onerror");

    page.click("Show the payload");

    assertThat(page.section("Payload")).containsText("<img src=x onerror=");
    assertThat(page.section("Payload")).not().containsText("sk-12345");
    assertThat(page.section("Payload")).not().containsText("hunter2");

    page.click("Unmask 2 values");

    assertThat(page.section("Payload")).containsText("sk-12345");
    assertThat(page.section("Payload")).containsText("hunter2");
    assertThat(page.tab().locator("main img")).hasCount(0);
    assertThat(page.tab().title()).doesNotContain("broken in");
  }

  @Test
  void aHandlersProgressAndCheckpointAreSeenWhileItRuns() {
    var id = system.schedule("report", "{\"json\": {\"day\": \"mon\", \"seconds\": 4}}");

    page.open("tasks/" + id);

    assertThat(page.section("Progress")).containsText("37.5 %, 3 of 8");
    assertThat(page.section("Progress")).containsText("checkpoint of");
    page.status("Succeeded");
    page.click("Show the result");
    assertThat(page.section("Result")).containsText("\"pages\": 8");
  }

  @Test
  void whatACommandHasPrintedIsShown() {
    var id =
        system.schedule(
            "command",
            "{\"json\": {\"argv\": [\"sh\", \"-c\", \"echo out of it; echo aside >&2\"]}}");

    page.open("tasks/" + id);

    page.status("Succeeded");
    assertThat(page.section("Output")).containsText("out of it");
    assertThat(page.section("Output")).containsText("aside");
    assertThat(page.section("Output")).containsText("exit code 0");
  }

  @Test
  void tasksAreFoundByIdByFilterAndPageByPage() {
    for (int i = 0; i < 60; i++) {
      system.schedule("mail", "{\"json\": {}, \"delay\": \"7200s\", \"priority\": \"low\"}");
    }
    page.open("tasks?lambda=mail&state=pending&priority=low");
    assertThat(page.tab().locator("tbody tr")).hasCount(50);

    page.tab().getByText("Next page").click();

    assertThat(page.tab().getByText("First page")).isVisible();
    assertThat(page.tab().locator("tbody tr")).hasCount(10);
    var link = page.tab().locator("tbody tr a").first();
    var id = String.valueOf(link.getAttribute("title"));

    page.tab().keyboard().press("/");
    page.tab().keyboard().type(id);
    page.tab().keyboard().press("Enter");

    page.heading(id);
    assertThat(page.tab().locator("#heading")).isFocused();
    page.tab().goBack();
    page.heading("Tasks");
  }

  @Test
  void runningTasksAreListed() {
    var id = system.schedule("command", "{\"json\": {\"argv\": [\"sleep\", \"3600\"]}}");
    system.await(id, ConsoleSystem.RUNNING);

    page.open("tasks?lambda=command&state=running");

    assertThat(page.tab().getByTitle(id)).isVisible();
    try (var api = system.api()) {
      var unused =
          api.tasks()
              .cancelTask(dev.atf.protocol.v1.CancelTaskRequest.newBuilder().setTaskId(id).build());
    }
    system.await(id, Set.of(TaskStatus.CANCELLED));
    assertThat(page.tab().getByTitle(id)).hasCount(0);
  }

  @Test
  void whatIsNotThereIsSaid() {
    page.open("tasks/0123456789abcdef0123456789abcdef");
    page.shows("There is no such task");

    page.open("lambdas/nobody");
    page.shows("Not found");

    page.open("nowhere");
    page.shows("There is no such page");
  }

  @Test
  void everythingIsReachedByKeys() {
    page.open("");
    page.tab().keyboard().press("g");
    page.tab().keyboard().press("l");
    page.heading("Lambdas");

    page.tab().getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("mail")).focus();
    page.tab().keyboard().press("Enter");
    page.heading("mail");

    page.button("Pause").first().focus();
    page.tab().keyboard().press("Enter");
    assertThat(page.dialog().getByLabel("Reason")).isFocused();
    page.tab().keyboard().press("Escape");
    assertThat(page.dialog()).hasCount(0);

    page.tab().keyboard().press("?");
    assertThat(page.dialog()).containsText("Find a task by id");
    page.tab().keyboard().press("Escape");
    page.tab().keyboard().press("g");
    page.tab().keyboard().press("c");
    page.heading("Costs");
  }

  @Test
  void costsGrowWithWhatIsDone() {
    page.open("costs");
    page.shows("An estimate.");
    page.shows("us-east-1");

    var id = system.schedule("command", "{\"json\": {\"argv\": [\"true\"]}}");
    system.await(id, Set.of(TaskStatus.SUCCESS));

    assertThat(page.section("By what was done")).containsText("Schedule express");
    assertThat(page.section("By what was done")).containsText("Succeed");
    var unitsOfEach =
        page.tab()
            .evaluate(
                """
                fetch('/v1/costs').then((answer) => answer.json()).then(({ lines }) =>
                  ['schedule_express', 'claim_and_move_alarm', 'succeed']
                    .map((step) => lines.find(({ operation }) => operation === step))
                    .map(({ writeUnits, count }) => writeUnits / count))
                """);
    // The lease is shorter than an alarm, and the lambda keeps a list of what it has done.
    assertThat(unitsOfEach).isEqualTo(List.of(3, 3, 3));
  }

  @Test
  void theOverviewFollowsWhatHappens() {
    page.open("");

    var waiting = system.schedule("mail", "{\"json\": {}, \"delay\": \"3600s\"}");

    assertThat(waiting).isNotEmpty();
    assertThat(page.section("Needs attention")).containsText("No workers");
    assertThat(page.section("Backlog").locator("canvas")).isVisible();
  }

  private static Gate gate(String lambda) {
    try (var api = system.api()) {
      return api
          .lambdas()
          .getLambda(GetLambdaRequest.newBuilder().setLambda(lambda).build())
          .getGatesList()
          .stream()
          .filter(gate -> gate.getCollection().isEmpty())
          .findFirst()
          .orElseThrow();
    }
  }
}
