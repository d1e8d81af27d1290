package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of subscriptions, notices and fairness keys in the console. */
@Tag("system")
@InConsole
final class ConsoleNoticesTest {
  private static final String MORE_OF_TASK = "Collection, keys, deadline, labels and notice";
  private static final String TRUE = "{\"json\": {\"argv\": [\"true\"]}}";

  @Test
  void createsASubscriptionWhoseNoticesAreShownAndDeletesIt(
      ConsolePage page, ConsoleSystem system) {
    page.open("subscriptions").click("Create a subscription");
    page.fill("Name", "Ends");
    page.fill("Tasks of", "command");
    check(page, "Succeeded");
    page.choose("Notices go to", "command");
    page.press("Create");
    assertThat(page.mistake("Name")).containsText("expected: 1-64 of a-z 0-9 -");
    page.fill("Name", "ends");
    page.press("Create");
    assertThat(page.mistake("Notices go to")).containsText("from command to command");
    page.choose("Notices go to", "mail");
    page.unfold("Priority, headers and context");
    page.choose("Priority", "high");
    page.fill("Context (JSON)", "{\"team\": \"post\"}");
    page.command(
        "./atf subscription put ends --lambda command --status SUCCESS --to mail --priority high"
            + " --context '{\"team\":\"post\"}'");
    page.confirm("Create");

    page.said("ends is created");
    page.heading("ends");
    assertThat(page.section("Reports")).containsText("Succeeded");
    assertThat(page.section("Notices")).containsText("\"team\": \"post\"");

    var told = tellingTask(system);
    page.open("tasks/" + told.getTaskId());
    assertThat(page.section("Timeline")).containsText("Notice of ends: task ");
    page.section("Timeline").getByRole(AriaRole.LINK).click();
    assertThat(page.section("Facts")).containsText("ends: the end of task");
    page.section("Facts").getByTitle(told.getTaskId()).click();
    page.heading(told.getTaskId());

    page.open("subscriptions?lambda=command");
    assertThat(page.tab().locator("tbody tr")).hasCount(1);
    assertThat(page.tab().locator("tbody tr")).containsText("mail");
    page.tab().getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("ends")).click();
    page.click("Delete");
    page.command("./atf subscription delete ends");
    page.confirm("Delete");
    page.said("ends is deleted");
    page.heading("Subscriptions");
    assertThat(subscriptions(system)).doesNotContainKey("ends");
  }

  @Test
  void anEditKeepsHiddenHeadersAsLongAsTheUrlStays(ConsolePage page, ConsoleSystem system) {
    page.open("subscriptions").click("Create a subscription");
    page.fill("Name", "hook");
    page.fill("Tasks of", "rep*");
    page.fill("URL", "https://example.com/hook");
    page.unfold("Priority, headers and context");
    page.fill("Headers", "X-Key=secret");
    page.command(
        "./atf subscription put hook --lambda 'rep*' --to http --url https://example.com/hook"
            + " --header X-Key=secret");
    page.confirm("Create");
    page.heading("hook");
    assertThat(page.section("Notices")).containsText("***");

    page.click("Edit");
    page.unfold("Priority, headers and context");
    assertThat(page.dialog().getByLabel("Headers")).hasValue("X-Key=***");
    uncheck(page, "Succeeded");
    page.fill("URL", "https://example.org/elsewhere");
    page.press("Save");
    assertThat(page.mistake("Headers")).containsText("to.headers.X-Key: *** (expected: its value");
    page.fill("URL", "https://example.com/hook");
    page.fill("Headers", "X-Key=***");
    page.confirm("Save");

    page.said("hook is saved");
    assertThat(page.section("Reports")).not().containsText("any end");
    assertThat(subscriptions(system).get("hook").getStatusesList())
        .containsExactlyInAnyOrder(TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED);
    page.click("Delete");
    page.confirm("Delete");
    page.heading("Subscriptions");
  }

  @Test
  void aTaskTellsItsEndAsItsFormAskedFor(ConsolePage page, ConsoleSystem system) {
    page.open("lambdas/command").click("Schedule");
    page.fill("Payload (JSON)", "{\"argv\": [\"true\"]}");
    page.unfold(MORE_OF_TASK);
    page.choose("On finish", "mail");
    page.fill("Ordering key", "k");
    page.press("Schedule");
    assertThat(page.mistake("On finish")).containsText("none together with orderingKey");
    page.fill("Ordering key", "");
    page.choose("On finish", "mail");
    page.command("./atf schedule command --payload '{\"argv\":[\"true\"]}' --on-finish mail");
    page.confirm("Schedule");

    page.said("is scheduled");
    assertThat(page.section("Timeline")).containsText("Notice of onFinish: task ");
    page.section("Timeline").getByRole(AriaRole.LINK).click();
    assertThat(page.section("Facts")).containsText("the end of task");
    page.shows("NOTICE_OF_TASK");
  }

  @Test
  void sharesALambdaFairlyAndSchedulesATaskWithAKey(ConsolePage page, ConsoleSystem system) {
    system.register("tenants", "Bills tenants.");
    page.open("lambdas/tenants").click("Schedule");
    page.unfold(MORE_OF_TASK);
    page.fill("Fairness key", "acme");
    page.press("Schedule");
    assertThat(page.mistake("Fairness key")).isVisible();
    page.press("Back");

    page.click("Edit");
    page.unfold("Fairness between keys");
    page.choose("Fairness keys", "{}");
    page.fill("Weights", "acme=many");
    assertThat(page.mistake("Weights")).containsText("expected: key=weight");
    page.fill("Weights", "acme=3");
    page.fill("Released per key", "50");
    page.fill("Running per key", "4");
    assertThat(page.dialog().locator(".changes")).containsText("fairness");
    page.confirm("Save the settings");

    assertThat(page.section("Settings")).containsText("acme 3, any other key 1");
    var fairness = system.lambda("tenants").getFairness();
    assertThat(fairness.getWeightsMap()).containsEntry("acme", 3).hasSize(1);
    assertThat(fairness.getRatePerKey()).isEqualTo(50);
    assertThat(fairness.getRunningMaxPerKey()).isEqualTo(4);

    page.click("Edit");
    page.unfold("Fairness between keys");
    assertThat(page.dialog().getByLabel("Fairness keys").locator("option")).hasCount(1);
    page.fill("Weights", "");
    page.fill("Released per key", "");
    page.confirm("Save the settings");
    page.said("is saved");
    assertThat(system.lambda("tenants").hasFairness()).isTrue();
    assertThat(system.lambda("tenants").getFairness().getWeightsMap()).isEmpty();

    page.click("Schedule");
    page.unfold(MORE_OF_TASK);
    page.fill("Fairness key", "acme");
    page.command("./atf schedule tenants --payload '{}' --fairness-key acme");
    page.confirm("Schedule");
    assertThat(page.section("Facts")).containsText("acme");
  }

  /** Tests the empty list, which the system has only before any test. */
  @Test
  void saysThatThereAreNoSubscriptions(ConsolePage page) {
    page.tab()
        .route(
            "**/v1/subscriptions*",
            route -> route.fulfill(new Route.FulfillOptions().setBody("{}")));

    page.open("subscriptions").shows("There are no subscriptions");
  }

  private static Map<String, Subscription> subscriptions(ConsoleSystem system) {
    return new ConsoleNotices(system)
        .all().stream().collect(Collectors.toMap(Subscription::getName, Function.identity()));
  }

  /** Returns a finished task with a notice: services know a subscription within seconds. */
  private static Task tellingTask(ConsoleSystem system) {
    return Awaitility.await("a task with a notice")
        .until(
            () -> system.await(system.schedule("command", TRUE), Set.of(TaskStatus.SUCCESS)),
            task ->
                task.getHistoryList().stream()
                    .anyMatch(entry -> entry.getDetail().startsWith("notice of ends")));
  }

  private static void check(ConsolePage page, String end) {
    box(page, end).check();
  }

  private static void uncheck(ConsolePage page, String end) {
    box(page, end).uncheck();
  }

  private static Locator box(ConsolePage page, String end) {
    return page.dialog().getByLabel(end, new Locator.GetByLabelOptions().setExact(true));
  }
}
