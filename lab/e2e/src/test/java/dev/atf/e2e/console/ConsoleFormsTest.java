package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.TaskStatus;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the console's forms: what is typed, what is refused at its field, and the effect. */
@Tag("system")
@InConsole
final class ConsoleFormsTest {
  private static final String MORE_OF_TASK = "Collection, keys, deadline, labels and notice";
  private static final String PAYLOAD = "Payload (JSON)";

  @Test
  void schedulesATask(ConsolePage page, ConsoleSystem system) {
    page.open("tasks").click("Schedule a task");
    page.choose("Lambda", "mail");
    page.choose("Priority", "high");
    page.fill(PAYLOAD, "{\"to\": \"ada\",\n wrong}");
    assertThat(page.mistake(PAYLOAD))
        .hasText("line 2, column 2: w (expected: a name in double quotes)");
    page.press("Schedule");
    assertThat(page.dialog().getByLabel(PAYLOAD)).isFocused();

    page.fill(PAYLOAD, "{\"to\": \"ada\"}");
    page.dialog().getByText("After a delay").click();
    page.fill("Delay", "2h");
    page.unfold(MORE_OF_TASK);
    page.fill("Collection", "letters");
    page.fill("Ordering key", "ada's");
    page.fill("Idempotency key", "letter-1");
    page.fill("Labels", "team=post\norder=47=11");
    page.command(
        "./atf schedule mail --payload '{\"to\":\"ada\"}' --priority high --delay 2h"
            + " --collection letters --ordering-key 'ada'\\''s' --key letter-1"
            + " --label team=post --label order=47=11");
    page.confirm("Schedule");

    page.said("is scheduled");
    page.status("Waiting");
    var task = system.task(String.valueOf(page.tab().locator("#heading .id").textContent()));
    assertThat(task.getLambda()).isEqualTo("mail");
    assertThat(task.getPriority()).isEqualTo("high");
    assertThat(task.getJson().getStructValue().getFieldsOrThrow("to").getStringValue())
        .isEqualTo("ada");
    assertThat(task.getCollection()).isEqualTo("letters");
    assertThat(task.getOrderingKey()).isEqualTo("ada's");
    assertThat(task.getLabelsMap())
        .containsExactlyInAnyOrderEntriesOf(Map.of("team", "post", "order", "47=11"));
    assertThat(task.getScheduledAt().getSeconds() - task.getCreatedAt().getSeconds())
        .isBetween(7_199L, 7_201L);
  }

  @Test
  void refusalsOfATaskAreAtTheirFields(ConsolePage page) {
    page.open("lambdas/mail").click("Schedule");
    page.unfold(MORE_OF_TASK);
    page.fill("Collection", "not a name");
    page.fill("Deadline", "2020-01-01T00:00:30");

    page.press("Schedule");

    assertThat(page.mistake("Collection")).containsText("expected: 1-64 of A-Z a-z 0-9 . _ -");
    assertThat(page.mistake("Deadline")).containsText("expected: after the task's time");
    assertThat(page.dialog().getByLabel("Collection")).isFocused();
    page.fill("Collection", "");
    assertThat(page.mistake("Collection")).hasCount(0);
  }

  @Test
  void escapeKeepsWhatWasTypedIntoAForm(ConsolePage page) {
    page.open("tasks").click("Schedule a task");
    page.fill(PAYLOAD, "[1, 2]");

    page.tab().keyboard().press("Escape");

    page.said("Back closes the form");
    assertThat(page.dialog().getByText("Back")).isFocused();
    page.press("Back");
    assertThat(page.dialog()).hasCount(0);
  }

  @Test
  void registersALambdaAndEditsIt(ConsolePage page, ConsoleSystem system) {
    page.open("lambdas").click("Register a lambda");
    page.fill("Name", "mail");
    page.press("Register");
    assertThat(page.mistake("Name")).hasText("mail is already registered: edit it on its page");

    page.fill("Name", "resize-image");
    page.fill("Priorities", "urgent, normal");
    page.fill("Attempts", "0");
    page.fill("First backoff", "soon");
    assertThat(page.mistake("First backoff")).containsText("expected: such as 500ms");
    page.fill("First backoff", "5s");
    page.press("Register");
    assertThat(page.mistake("Attempts")).containsText("expected: 1 to 1000");
    page.fill("Attempts", "4");
    page.unfold("All settings as JSON");
    assertThat(page.dialog().getByLabel("All settings (JSON)"))
        .hasValue(
            """
            {
              "priorities": [
                "urgent",
                "normal"
              ],
              "retry": {
                "maxAttempts": 4,
                "initialBackoff": "5s"
              }
            }""");
    page.command(
        "./atf lambda register resize-image --settings '{\"priorities\":[\"urgent\",\"normal\"],"
            + "\"retry\":{\"maxAttempts\":4,\"initialBackoff\":\"5s\"}}'");
    page.confirm("Register");

    page.heading("resize-image");
    var registered = system.lambda("resize-image");
    assertThat(registered.getPrioritiesList()).containsExactly("urgent", "normal");
    assertThat(registered.getRetry().getMaxAttempts()).isEqualTo(4);

    page.click("Edit");
    page.fill("Description", "Makes thumbnails.");
    page.unfold("All settings as JSON");
    var document = page.dialog().getByLabel("All settings (JSON)");
    document.fill(document.inputValue().replace("\"maxAttempts\": 4", "\"maxAttempts\": 7"));
    assertThat(page.dialog().getByLabel("Attempts")).hasValue("7");
    assertThat(page.dialog().locator(".changes li")).hasCount(2);
    assertThat(page.dialog().locator(".changes")).containsText("retry.maxAttempts: 4 → 7");
    page.confirm("Save the settings");

    page.shows("Makes thumbnails.");
    var edited = system.lambda("resize-image");
    assertThat(edited.getRetry().getMaxAttempts()).isEqualTo(7);
    assertThat(edited.getRetry().getInitialBackoff().getSeconds()).isEqualTo(5);
    assertThat(edited.getHistory()).isEqualTo(Lambda.History.FAILURES);
  }

  @Test
  void createsAPeriodicTaskEditsAndDeletesIt(ConsolePage page, ConsoleSystem system) {
    var plans = new ConsolePlans(system);
    page.open("periodic").click("Create a periodic task");
    page.choose("Lambda", "command");
    page.fill("Name", "nightly");
    page.fill("Cron expression", "70 2 * * *");
    assertThat(page.dialog().getByRole(AriaRole.STATUS)).containsText("70 2 * * *");
    page.fill("Cron expression", "30 2 * * *");
    page.fill("Time zone", "Europe/Berlin");
    page.fill(PAYLOAD, "{\"argv\": [\"true\"]}");
    assertThat(page.dialog().getByRole(AriaRole.STATUS)).containsText("Next runs");
    page.command(
        "./atf periodic create command nightly --cron '30 2 * * *' --zone Europe/Berlin"
            + " --overlap skip --catch-up latest --payload '{\"argv\":[\"true\"]}'");
    page.confirm("Create");

    page.heading("nightly");
    page.status("Active");
    var created = plans.periodic("command", "nightly");
    assertThat(created.getSchedule().getCron()).isEqualTo("30 2 * * *");
    assertThat(created.getSchedule().getTimeZone()).isEqualTo("Europe/Berlin");

    page.click("Edit");
    page.dialog().getByText("At intervals").click();
    page.fill("Every", "1h");
    page.unfold("Policies, times and labels");
    page.choose("If the previous task still runs", "ALLOW");
    page.choose("After an outage", "ALL");
    page.fill("Number of the latest runs", "3");
    page.fill("Labels", "team=post");
    page.confirm("Save");

    page.said("nightly is saved");
    assertThat(page.section("Schedule")).containsText("Every hour");
    var edited = plans.periodic("command", "nightly");
    assertThat(edited.getSchedule().getEvery().getSeconds()).isEqualTo(3_600);
    assertThat(edited.getSchedule().getCron()).isEmpty();
    assertThat(edited.getOverlap()).isEqualTo(PeriodicTask.Overlap.ALLOW);
    assertThat(edited.getCatchUp().getMax()).isEqualTo(3);
    assertThat(edited.getJson()).isEqualTo(created.getJson());
    assertThat(edited.getLabelsMap()).containsEntry("team", "post");

    page.click("Delete");
    page.confirm("Delete");

    page.said("nightly is deleted");
    page.heading("Periodic tasks");
    assertThat(plans.has("command", "nightly")).isFalse();
  }

  @Test
  void savesAPeriodicTaskWithTheTimesThatWereNotEdited(ConsolePage page, ConsoleSystem system) {
    var plans = new ConsolePlans(system);
    plans.make(
        "command",
        "exact",
        """
        {"schedule": {"every": "3600s", "anchor": "2026-01-01T00:00:00.250Z",
          "startAt": "2026-01-02T03:04:05.678Z", "jitter": "1.500s"},
         "lifetime": "7200.001s", "json": {"argv": ["true"]}}
        """);
    var before = plans.periodic("command", "exact");
    page.open("lambdas/command/periodic/exact").click("Edit");
    page.unfold("Policies, times and labels");
    page.fill("Labels", "team=post");
    assertThat(page.dialog().locator(".equivalent code"))
        .containsText(
            "--every 1h --anchor 2026-01-01T00:00:00.250Z --start-at 2026-01-02T03:04:05.678Z"
                + " --jitter 1500ms");

    page.confirm("Save");

    page.said("exact is saved");
    var after = plans.periodic("command", "exact");
    assertThat(after.getLabelsMap()).containsEntry("team", "post");
    assertThat(after.getSchedule()).isEqualTo(before.getSchedule());
    assertThat(after.getLifetime()).isEqualTo(before.getLifetime());
    plans.delete("command", "exact");
  }

  @Test
  void submitsAJob(ConsolePage page, ConsoleSystem system) {
    page.open("jobs").click("Submit a job");
    var job = page.dialog().getByLabel("Job (JSON)");
    assertThat(job).hasValue(Pattern.compile("\"steps\""));
    job.fill("{\"name\": \"evening\", \"steps\": [{\"name\": \"a\", \"lambda\": \"nobody\"}]}");
    page.press("Submit");
    assertThat(page.mistake("Job (JSON)"))
        .containsText("steps[0].lambda: nobody (expected: a registered lambda");

    job.fill(
        """
        {"name": "evening", "steps": [
          {"name": "a", "lambda": "command", "json": {"argv": ["true"]}},
          {"name": "b", "lambda": "command", "after": ["a"], "json": {"argv": ["true"]}}]}
        """);
    page.confirm("Submit");

    page.heading("evening");
    page.status("Succeeded");
    assertThat(new ConsolePlans(system).job("command", "evening").getStepsCount()).isEqualTo(2);
  }

  @Test
  void anActionShowsItsCommand(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("mail", "{\"json\": {}, \"delay\": \"3600s\"}");
    page.open("tasks/" + id).click("Cancel");
    page.fill("Reason", "not wanted");

    page.command("./atf cancel " + id + " --reason 'not wanted'");
    page.confirm("Cancel the task");

    system.await(id, Set.of(TaskStatus.CANCELLED));
  }
}
