package dev.atf.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.atf.client.resource.FileContent;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the content of the console's pages, and of the navigation between them. */
@Tag("system")
@InConsole
final class ConsolePagesTest {
  private static final Page.GetByLabelOptions EXACT = new Page.GetByLabelOptions().setExact(true);

  @Test
  @Tag("T17")
  void payloadsAreHiddenThenMaskedAndNeverMarkup(ConsolePage page, ConsoleSystem system) {
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
  void aHandlersProgressAndCheckpointAreSeenWhileItRuns(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("report", "{\"json\": {\"day\": \"mon\", \"seconds\": 4}}");

    page.open("tasks/" + id);

    assertThat(page.section("Progress")).containsText("37.5 %, 3 of 8");
    assertThat(page.section("Progress")).containsText("checkpoint of");
    page.status("Succeeded");
    page.click("Show the result");
    assertThat(page.section("Result")).containsText("\"pages\": 8");
  }

  @Test
  void showsCommandOutput(ConsolePage page, ConsoleSystem system) {
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
  void filesOfATaskAreListed(ConsolePage page, ConsoleSystem system, @TempDir Path directory)
      throws IOException {
    var words = Files.writeString(directory.resolve("words.txt"), "one two\n");
    var content = FileContent.of(words);
    assertThat(system.api().resources().upload("command", words, content, bytes -> {})).isTrue();
    var id =
        system.schedule(
            "command",
            """
            {"json": {"argv": ["sh", "-c", "tr a-z A-Z < in/words.txt > made.txt"]},
             "resources": [{"path": "in/words.txt", "sha256": "%s"}], "outputs": ["*.txt"]}
            """
                .formatted(content.sha256()));

    page.open("tasks/" + id);

    page.status("Succeeded");
    assertThat(page.section("Resources")).containsText("in/words.txt");
    assertThat(page.section("Resources")).containsText("8 bytes");
    assertThat(page.section("Outputs")).containsText("made.txt");
    assertThat(page.section("Outputs")).containsText("./atf outputs " + id + " -o DIR");
  }

  @Test
  void tasksAreFoundByIdByFilterAndPageByPage(ConsolePage page, ConsoleSystem system) {
    system.register("leaflets", "Prints leaflets.");
    system.schedule(
        60, "leaflets", i -> "{\"json\": {}, \"delay\": \"7200s\", \"priority\": \"low\"}");
    page.open("tasks");
    page.tab().getByLabel("Lambda", EXACT).selectOption("leaflets");
    page.tab().getByLabel("Priority", EXACT).selectOption("low");
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
  void runningTasksAreListed(ConsolePage page, ConsoleSystem system) {
    var id = system.schedule("command", "{\"json\": {\"argv\": [\"sleep\", \"3600\"]}}");
    system.await(id, ConsoleSystem.RUNNING);

    page.open("tasks?lambda=command&state=running");

    assertThat(page.tab().getByTitle(id)).isVisible();
    system.cancel(id);
    system.await(id, Set.of(TaskStatus.CANCELLED));
    assertThat(page.tab().getByTitle(id)).hasCount(0);
  }

  @Test
  void showsNotFoundPages(ConsolePage page) {
    page.open("tasks/0123456789abcdef0123456789abcdef");
    page.shows("This task does not exist");

    page.open("lambdas/nobody");
    page.shows("Not found");

    page.open("nowhere");
    page.shows("This page does not exist");
  }

  @Test
  void everythingIsReachedByKeys(ConsolePage page) {
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
    assertThat(page.dialog()).containsText("Next and previous row");
    page.tab().keyboard().press("Escape");
    page.tab().keyboard().press("g");
    page.tab().keyboard().press("j");
    page.heading("Jobs");
  }

  @Test
  void theOverviewFollowsWhatHappens(ConsolePage page, ConsoleSystem system) {
    page.open("");
    var minute =
        page.tab()
            .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("1 min").setExact(true));
    minute.click();
    assertThat(minute).hasAttribute("aria-current", "true");
    assertThat(page.section("Happening now")).containsText("Live");

    system.schedule("mail", "{\"json\": {}, \"delay\": \"3600s\"}");
    var id = system.schedule("command", "{\"json\": {\"argv\": [\"false\"]}}");

    assertThat(page.section("Needs attention")).containsText("No workers");
    assertThat(page.section("Happening now")).containsText(id.substring(0, 8));
    assertThat(page.section("Happening now")).containsText("Retrying");
    assertThat(page.tile("Delivery latency")).containsText(Pattern.compile("\\d m?s"));
    assertThat(page.tile("Dead letters")).containsText(Pattern.compile("[1-9]\\d* failed attempt"));
    assertThat(page.tile("Backlog").locator(".figure")).hasText(Pattern.compile("[1-9]"));
    for (var chart : List.of("Throughput", "Delivery latency", "Failures", "Backlog")) {
      assertThat(page.section(chart).getByRole(AriaRole.IMG))
          .hasAttribute("aria-label", Pattern.compile(chart + ", recently: .*\\d"));
    }
  }
}
