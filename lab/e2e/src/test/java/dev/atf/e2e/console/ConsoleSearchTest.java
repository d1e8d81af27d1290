package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what finds things: lists of all lambdas, filters, the search box, keys. */
@Tag("system")
@InConsole
final class ConsoleSearchTest {
  private static final Page.GetByLabelOptions EXACT = new Page.GetByLabelOptions().setExact(true);

  @TempDir private Path directory;

  @Test
  void tasksOfAllLambdasAreListedAndNarrowedByStateAndPriority(
      ConsolePage page, ConsoleSystem system) {
    system.register("parcels", "Sends parcels.");
    system.register("stamps", "Prints stamps.");
    var parcel =
        system.schedule("parcels", "{\"json\": {}, \"delay\": \"3600s\", \"priority\": \"high\"}");
    var stamp = system.schedule("stamps", "{\"json\": {}, \"delay\": \"3500s\"}");
    page.open("tasks");

    assertThat(page.tab().getByTitle(parcel)).isVisible();
    assertThat(page.tab().getByTitle(stamp)).isVisible();
    assertThat(row(page, parcel)).containsText("parcels");

    page.tab().getByLabel("Priority", EXACT).selectOption("high");
    assertThat(page.tab().getByTitle(stamp)).hasCount(0);
    assertThat(page.tab().getByTitle(parcel)).isVisible();
    assertThat(page.tab()).hasURL(Pattern.compile("priority=high"));

    page.tab().getByLabel("Priority", EXACT).selectOption("");
    page.tab().getByLabel("Lambda", EXACT).selectOption("stamps");
    assertThat(page.tab().getByTitle(parcel)).hasCount(0);
    assertThat(page.tab().getByTitle(stamp)).isVisible();
    system.cancel(parcel);
    system.cancel(stamp);
  }

  @Test
  void deadTasksOfSeveralLambdasAreRedrivenAtOnce(ConsolePage page, ConsoleSystem system)
      throws IOException {
    var key = directory.resolve("key");
    var dead = system.scheduleDead(key);
    Files.createFile(key);
    page.open("tasks?state=dead");
    choose(page, dead);
    assertThat(page.button("Redrive all")).hasCount(0);

    page.click("Redrive selected");
    page.command("./atf dead redrive command " + dead);
    page.confirm("Redrive");

    page.said("1 task redriven");
    system.await(dead, Set.of(TaskStatus.SUCCESS));
  }

  @Test
  void chosenTasksAreRunNowAndCancelled(ConsolePage page, ConsoleSystem system) {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      ids.add(
          system.schedule("command", "{\"json\": {\"argv\": [\"true\"]}, \"delay\": \"3600s\"}"));
    }
    page.open("tasks?lambda=command");
    choose(page, ids.get(0));
    page.click("Run now");
    page.confirm("Run now");
    page.said("1 task due now");
    system.await(ids.get(0), Set.of(TaskStatus.SUCCESS));

    choose(page, ids.get(1));
    choose(page, ids.get(2));
    page.shows("2 tasks selected");
    page.click("Cancel");
    page.fill("Reason", "not needed");
    page.confirm("Cancel the tasks");

    page.said("2 tasks cancelled");
    system.await(ids.get(1), Set.of(TaskStatus.CANCELLED));
    system.await(ids.get(2), Set.of(TaskStatus.CANCELLED));
  }

  private static void choose(ConsolePage page, String id) {
    page.tab().getByLabel("Select task " + id.substring(0, 8)).check();
  }

  @Test
  void allTasksOfALabelAreFoundAndCancelled(ConsolePage page, ConsoleSystem system) {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      ids.add(
          system.schedule(
              "command",
              "{\"json\": {\"argv\": [\"true\"]}, \"delay\": \"3600s\","
                  + " \"labels\": {\"campaign\": \"spring\"}}"));
    }
    var other =
        system.schedule(
            "command",
            "{\"json\": {\"argv\": [\"true\"]}, \"delay\": \"3600s\","
                + " \"labels\": {\"campaign\": \"summer\"}}");
    page.open("tasks?lambda=command&state=any&label=campaign%3Dspring");

    page.click("Cancel all");
    page.command("./atf bulk cancel command --state any --label campaign=spring");
    page.confirm("Cancel all that match");

    page.said("3 tasks cancelled");
    ids.forEach(id -> system.await(id, Set.of(TaskStatus.CANCELLED)));
    assertThat(system.task(other).getStatus()).isEqualTo(TaskStatus.NEW);
    system.cancel(other);
  }

  @Test
  void allTasksOfALabelAreRunAndResubmittedAndNoOthers(ConsolePage page, ConsoleSystem system) {
    var body =
        "{\"json\": {\"argv\": [\"false\"]}, \"delay\": \"3600s\","
            + " \"labels\": {\"campaign\": \"%s\"}}";
    var chosen = system.schedule("command", body.formatted("autumn"));
    var other = system.schedule("command", body.formatted("winter"));
    page.open("tasks?lambda=command&state=pending&label=campaign%3Dautumn");

    page.click("Run all now");
    page.command("./atf bulk run command --state pending --label campaign=autumn");
    page.confirm("Run all that match");

    page.said("1 task due now");
    system.await(chosen, Set.of(TaskStatus.RETRIABLE_FAILURE));
    assertThat(system.task(other).getStatus()).isEqualTo(TaskStatus.NEW);
    system.cancel(chosen);
    system.cancel(other);
    page.open("tasks?lambda=command&state=done&label=campaign%3Dautumn");

    page.click("Resubmit all");
    page.command("./atf bulk resubmit command --state done --label campaign=autumn");
    page.confirm("Resubmit all that match");

    page.said("1 task resubmitted");
    assertThat(tasksOf(system, "autumn")).hasSize(2).contains(chosen);
    assertThat(tasksOf(system, "winter")).containsExactly(other);
  }

  private static List<String> tasksOf(ConsoleSystem system, String campaign) {
    return system
        .api()
        .tasks()
        .listTasks(
            ListTasksRequest.newBuilder()
                .setLambda("command")
                .setState("any")
                .addLabel("campaign=" + campaign)
                .build())
        .getTasksList()
        .stream()
        .map(Task::getTaskId)
        .toList();
  }

  @Test
  void furtherFiltersBecomeTheQueryOfTheCall(ConsolePage page, ConsoleSystem system) {
    var asked = new AtomicReference<>("");
    page.tab()
        .route(
            "**/v1/lambdas/mail/tasks?*",
            route -> {
              asked.set(route.request().url());
              route.fulfill(new Route.FulfillOptions().setBody("{}"));
            });
    page.open("tasks?lambda=mail&state=done");
    page.tab().getByText("Collection, labels, failure code and times").click();
    page.tab().getByLabel("Collection", EXACT).fill("letters");
    page.tab().getByLabel("Labels", EXACT).fill("team=post, order=4711");
    page.tab().getByLabel("Failure code", EXACT).fill("COMMAND_FAILED");
    page.tab().getByLabel("Due after", EXACT).fill("2026-01-02T03:04:05");
    page.tab().getByLabel("Due before", EXACT).fill("2026-02-02T03:04:05");
    page.click("Apply");

    page.shows("No task matches");
    assertThat(asked.get())
        .contains(
            "state=done",
            "collection=letters",
            "label=team%3Dpost&label=order%3D4711",
            "code=COMMAND_FAILED",
            "after=2026-01-02T03%3A04%3A05.000Z",
            "before=2026-02-02T03%3A04%3A05.000Z");
    page.tab().reload();
    assertThat(page.tab().getByLabel("Labels", EXACT)).hasValue("team=post, order=4711");

    link(page, "Clear").click();

    assertThat(page.tab()).hasURL(system.uri() + "/console/tasks?lambda=mail&state=done");
    assertThat(page.tab().getByLabel("Labels", EXACT)).hasValue("");
  }

  @Test
  void filtersAreSavedAndForgotten(ConsolePage page) {
    page.open("tasks?lambda=mail&priority=low").click("Save this filter");
    page.fill("Name", "Low mail");
    page.confirm("Save");
    page.said("Filter Low mail saved");

    page.open("tasks");
    link(page, "Low mail").click();

    assertThat(page.tab().getByLabel("Lambda", EXACT)).hasValue("mail");
    assertThat(page.tab().getByLabel("Priority", EXACT)).hasValue("low");
    page.tab().reload();
    page.tab().getByLabel("Delete the filter Low mail").click();
    assertThat(link(page, "Low mail")).hasCount(0);
  }

  @Test
  void rowsAreReachedByKeys(ConsolePage page, ConsoleSystem system) {
    var lambdas = system.lambdas();
    page.open("lambdas");
    assertThat(link(page, lambdas.get(0))).isVisible();

    for (var lambda : lambdas) {
      page.tab().keyboard().press("j");
      assertThat(link(page, lambda)).isFocused();
    }
    page.tab().keyboard().press("j");
    assertThat(link(page, lambdas.get(lambdas.size() - 1))).isFocused();
    page.tab().keyboard().press("k");
    var beforeLast = lambdas.get(lambdas.size() - 2);
    assertThat(link(page, beforeLast)).isFocused();
    page.tab().keyboard().press("Enter");

    page.heading(beforeLast);
  }

  @Test
  void thingsAreFoundByTheirNames(ConsolePage page, ConsoleSystem system) {
    var plans = new ConsolePlans(system);
    plans.make("mail", "weekly-news", "{\"schedule\": {\"cron\": \"@weekly\"}, \"json\": {}}");
    plans.submit(
        "{\"name\": \"news-47\", \"steps\": [{\"name\": \"a\", \"lambda\": \"mail\", \"json\":"
            + " {}}]}");
    for (int i = 0; i < 2; i++) {
      var unused = system.schedule("mail", "{\"json\": {}, \"orderingKey\": \"news/ada\"}");
    }
    plans.await("mail", "news/ada", key -> key.getState() == OrderingKey.State.WAITED_FOR);
    new ConsoleNotices(system)
        .put(
            Subscription.newBuilder()
                .setName("news-sent")
                .setLambda("mail")
                .setTo(NoticeTarget.newBuilder().setLambda("report")));
    page.open("");

    search(page, "NEWS");

    page.heading("Search: NEWS");
    assertThat(page.section("Periodic tasks")).containsText("weekly-news");
    assertThat(page.section("Subscriptions")).containsText("news-sent");
    assertThat(page.section("Jobs")).containsText("news-47");
    assertThat(page.section("Ordering keys")).containsText("news/ada");
    assertThat(page.section("Lambdas")).hasCount(0);
    link(page, "weekly-news").click();
    page.heading("weekly-news");

    search(page, "customers");
    assertThat(page.section("Lambdas")).containsText("mail");

    search(page, system.worker());
    assertThat(page.section("Workers")).containsText(system.worker());

    search(page, "no such thing");
    page.shows("Nothing found with this name");
  }

  @Test
  void jobsOfAllLambdasAreListed(ConsolePage page, ConsoleSystem system) {
    new ConsolePlans(system)
        .submit(
            "{\"name\": \"everywhere\", \"steps\": [{\"name\": \"a\", \"lambda\": \"mail\","
                + " \"json\": {}}]}");

    page.open("jobs");

    assertThat(page.tab().getByLabel("Lambda of the first step")).hasValue("");
    assertThat(link(page, "everywhere")).isVisible();
  }

  private static void search(ConsolePage page, String text) {
    page.tab().locator("#heading").focus();
    page.tab().keyboard().press("/");
    page.tab().keyboard().type(text);
    page.tab().keyboard().press("Enter");
  }

  private static Locator row(ConsolePage page, String taskId) {
    return page.tab()
        .locator("tbody tr")
        .filter(new Locator.FilterOptions().setHas(page.tab().getByTitle(taskId)));
  }

  private static Locator link(ConsolePage page, String text) {
    return page.tab()
        .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(text).setExact(true));
  }
}
