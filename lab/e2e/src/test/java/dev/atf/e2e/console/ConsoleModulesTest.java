package dev.atf.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.server.Server;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.atf.console.Console;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the console's modules in the browser, on numbers, times, documents and histories. */
@Tag("system")
@InConsole
final class ConsoleModulesTest {
  private static ConsolePage page;
  private static Server server;

  @BeforeAll
  static void start(ConsoleBrowser browser) {
    var builder = Server.builder().http(0);
    Console.on(builder);
    server = builder.build();
    server.start().join();
    page = browser.page("http://127.0.0.1:" + server.activeLocalPort()).open("nowhere");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    if (server != null) {
      server.stop().join();
    }
  }

  /**
   * @param expression over {@code m}, the module
   */
  private static Object of(String module, String expression) {
    return page.tab()
        .evaluate("import('/console/%s').then((m) => %s)".formatted(module, expression));
  }

  @Test
  void lengthsHaveTwoUnitsAtMost() {
    assertThat(
            of(
                "format/time.js",
                "[0, 340, 4200, 59000, 60000, 200000, 7500000, 270000000].map(m.length)"))
        .isEqualTo(
            List.of(
                "0 ms", "340 ms", "4.2 s", "59 s", "1 min", "3 min 20 s", "2 h 5 min", "3 d 3 h"));
  }

  @Test
  void momentsAreRelative() {
    assertThat(
            of(
                "format/time.js",
                "[-500, -5000, 90000, -7500000, 864000000].map((away) => m.relative(away, 0))"))
        .isEqualTo(List.of("just now", "5 s ago", "in 1 min", "2 h 5 min ago", "in 10 days"));
  }

  @Test
  void everyPageIsUnderOneEntryOfTheNavigation() {
    assertThat(
            of(
                "routes.js",
                "['/console', '/console/lambdas/a', '/console/lambdas/a/jobs/b',"
                    + " '/console/lambdas/a/periodic/b.c', '/console/lambdas/a/keys',"
                    + " '/console/keys', '/console/tasks/x', '/console/subscriptions/a',"
                    + " '/console/workers/rack-7:1', '/console/nowhere'].map((path) =>"
                    + " m.placeOf(path) ?? '')"))
        .isEqualTo(
            List.of(
                "/console/",
                "/console/lambdas",
                "/console/jobs",
                "/console/periodic",
                "/console/keys",
                "/console/keys",
                "/console/tasks",
                "/console/subscriptions",
                "/console/workers",
                ""));
  }

  @Test
  void aDrainOfAHostIsOverWhenTheHostSaysSo() {
    assertThat(
            of(
                "format/worker.js",
                "[{}, {instance: 'a', health: 'HEALTHY'}, {instance: 'a', health: 'UNHEALTHY',"
                    + " drainedBy: 'b'}, {instance: 'a', health: 'HEALTHY', drainedBy: 'b'},"
                    + " {instance: 'a', health: 'HEALTHY', drainedBy: 'b', drained: true}]"
                    + ".map((w) => m.healthOf(w).name)"))
        .isEqualTo(List.of("Gone", "Healthy", "Unhealthy", "Draining", "Drained"));
  }

  @Test
  void aFilterIsSaidAsItIsAskedFor() {
    assertThat(
            of(
                "format/taskfilter.js",
                "((f) => [m.wordsOf(f), Object.keys(m.queryOf(f)).includes('priority')])"
                    + "(m.filterIn(new URLSearchParams('lambda=mail&state=dead&label=tenant%3Dacme"
                    + "&label=run%3D7&code=BROKEN&priority=high')))"))
        .isEqualTo(
            List.of("state dead, failure code BROKEN, label tenant=acme, label run=7", false));
  }

  @Test
  void onlyExecutorsThatHaveExitedAgainKeepExiting() {
    var executors =
        "{failing: %d, wanted: 2, host: 'a', deathsInARow: %d, how: 'exit code 1', lastError: ''}";

    assertThat(
            of(
                "live/fleet.js",
                "[%s, %s].map((executors) => m.failingExecutors({live: {executors}}))"
                    .formatted(executors.formatted(1, 1), executors.formatted(2, 37))))
        .isEqualTo(
            List.of(
                "1 of 2 executors on host a exited soon after its start, with exit code 1",
                "2 of 2 executors on host a keep exiting: 37 deaths in a row, the last with exit"
                    + " code 1"));
  }

  @Test
  void searchReadsThePagesOfAllShards() {
    page.tab()
        .route(
            "**/v1/**",
            route ->
                route.fulfill(
                    new Route.FulfillOptions().setBody(pageOfAShard(route.request().url()))));

    var found =
        of(
            "live/lookup.js",
            "(async () => { const counts = {}; await m.lookUp('NIGHT', undefined,"
                + " (name, { rows }) => (counts[name] = rows.length));"
                + " return [counts.jobs, counts.keys]; })()");

    page.tab().unroute("**/v1/**");
    // The job is in both lists: of unfinished jobs, and of ended ones.
    assertThat(found).isEqualTo(List.of(2, 1));
  }

  /** Returns the lambdas, or a page of one of three shards, of which the last has entries. */
  private static String pageOfAShard(String url) {
    if (url.endsWith("/v1/lambdas")) {
      return "{\"lambdas\": [{\"name\": \"mail\"}]}";
    }
    if (url.contains("pageToken=2")) {
      return "{\"jobs\": [{\"job\": \"night-7\"}], \"keys\": [{\"key\": \"night\"}]}";
    }
    return "{\"nextPageToken\": \"%d\"}".formatted(url.contains("pageToken=1") ? 2 : 1);
  }

  @Test
  void countsAreGrouped() {
    assertThat(of("format/number.js", "[m.count('12345'), m.brief(12345), m.many(1, 'task')]"))
        .isEqualTo(List.of("12,345", "12.3K", "1 task"));
  }

  @Test
  void theFirstMistakeOfJsonHasItsPlace() {
    assertThat(
            of(
                "format/json.js",
                "['{}', '{\"a\": 1,}', '[1, 2', '{\\n a: 1}', '{} x', '[tru]',"
                    + " '[9007199254740992, 1.5, -0]', '{\"id\": 9007199254740993}', '[1e999]',"
                    + " '{\"a\": {\"a\": 1}, \"\\\\u0061\": 2}'].map(m.jsonMistake)"))
        .isEqualTo(
            List.of(
                "",
                "line 1, column 9: } (expected: a name in double quotes)",
                "line 1, column 6: the end (expected: , or ])",
                "line 2, column 2: a (expected: a name in double quotes)",
                "line 1, column 4: x (expected: nothing after the value)",
                "line 1, column 2: t (expected: a JSON value; strings in double quotes)",
                "",
                "line 1, column 8: 9 (expected: an integer up to 2^53, a smaller number, or a"
                    + " string)",
                "line 1, column 2: 1 (expected: an integer up to 2^53, a smaller number, or a"
                    + " string)",
                "line 1, column 17: \" (expected: each name once in an object)"));
  }

  @Test
  void numbersOfAPayloadKeepTheirDigits() {
    assertThat(
            of(
                "format/json.js",
                "JSON.stringify(m.exactJson('{\"id\": 9007199254740993, \"x\": [1.10, 2]}'))"))
        .isEqualTo("{\"id\":9007199254740993,\"x\":[1.10,2]}");
  }

  @Test
  void aLabelIsNamedOnce() {
    assertThat(
            of(
                "format/input.js",
                "['a=1\\nb=1', 'a=1\\n a =2', 'a'].map((text) =>"
                    + " m.mistakeOf({kind: 'labels'}, text))"))
        .isEqualTo(
            List.of(
                "",
                "a =2 (expected: name=value, one per line, each name once)",
                "a (expected: name=value, one per line, each name once)"));
  }

  @Test
  void anAddressThatIsNotEncodedIsAPageThatDoesNotExist() {
    assertThat(
            of(
                "routes.js",
                "['/console/tasks/%', '/console/lambdas/a/jobs/%E0%A4'].map((path) =>"
                    + " m.pageOf(new URL(path, location), {}).title())"))
        .isEqualTo(List.of("Not found", "Not found"));
  }

  @Test
  void durationsAreReadAndWritten() {
    assertThat(of("format/duration.js", "['500ms', '1h 30m', '7d'].map(m.durationOf)"))
        .isEqualTo(List.of("0.5s", "5400s", "604800s"));
    assertThat(
            of(
                "format/duration.js",
                "['0.500s', '5400s', '604800s', '0s', '3600.000001s'].map(m.durationText)"))
        .isEqualTo(List.of("500ms", "90m", "7d", "0s", "3600.000001s"));
    assertThat(of("format/duration.js", "['soon', '5', '1h30', ''].filter(m.isDuration)"))
        .isEqualTo(List.of());
  }

  @Test
  void timeThatIsNotChangedKeepsItsMilliseconds() {
    assertThat(
            of(
                "format/time.js",
                "((given) => [m.fromInput(m.forInput(Date.parse(given)), given),"
                    + " m.fromInput('2026-01-02T03:04', given), m.fromInput('', given),"
                    + " m.fromInput('', 'soon'), m.forInput(Date.parse('soon'))])"
                    + "('2026-01-02T03:04:05.678Z')"))
        .isEqualTo(List.of("2026-01-02T03:04:05.678Z", "2026-01-02T03:04:00.000Z", "", "", ""));
  }

  @Test
  void weightsOfKeysAreReadAndWritten() {
    assertThat(
            of(
                "format/input.js",
                "((kind) => [JSON.stringify(m.valueOf(kind, 'acme=3\\na=b= 10')),"
                    + " m.textOf(kind, {acme: 3, 'a=b': 10}), m.mistakeOf(kind, 'acme=few')])"
                    + "({kind: 'weights'})"))
        .isEqualTo(
            List.of(
                "{\"acme\":3,\"a=b\":10}",
                "acme=3\na=b=10",
                "acme=few (expected: key=weight, one per line)"));
  }

  @Test
  void commandsAreQuotedForAShell() {
    assertThat(
            of(
                "format/command.js",
                "m.commandLine(['schedule', 'mail', ...m.options({'--payload': '{}', '--key': '',"
                    + " '--label': ['a=1', \"b=it's\"], '--delay': undefined})])"))
        .isEqualTo("./atf schedule mail --payload '{}' --label a=1 --label 'b=it'\\''s'");
    assertThat(
            of(
                "format/command.js",
                "m.commandLine(m.withNames(['keys', 'retry'], ['mail', '-x'], {'--task': '-t'}))"))
        .isEqualTo("./atf keys retry --task=-t -- mail -x");
    assertThat(
            of(
                "format/command.js",
                "m.commandLine(m.withNames(['keys', 'retry'], ['mail', 'x'], {'--task': 't'}))"))
        .isEqualTo("./atf keys retry mail x --task t");
  }

  @Test
  void refusalsAreCountedWithTheirReasons() {
    assertThat(
            of(
                "format/refused.js",
                "[m.refusedWords([]), m.refusedWords([`task ${'a'.repeat(32)} has ended`]),"
                    + " m.refusedWords(['x', 'y', 'y', undefined, 'z'])]"))
        .isEqualTo(
            List.of(
                "",
                ", 1 refused: it has ended",
                ", 5 refused: 2 because y; 1 because x; 1 because no reason given; the others for"
                    + " other reasons"));
  }

  @Test
  void aFilterOfTasksIsTheSameInItsAddress() {
    var address =
        "/console/tasks?lambda=mail&state=dead&collection=a&code=X&label=b%3D1&label=c%3D2";

    assertThat(
            of(
                "format/taskfilter.js",
                "m.addressOf(m.filterIn(new URL('" + address + "', location).searchParams))"))
        .isEqualTo(address);
  }

  @Test
  void keysThatSoundLikeSecretsAreKnown() {
    var keys =
        "['password', 'dbPassword', 'pwd', 'apiKey', 'api_key', 'X-Authorization', 'accessKeyId',"
            + " 'sessionId', 'clientSecret', 'refreshToken', 'privateKey', 'cardNumber']";
    var plain = "['name', 'key', 'id', 'width', 'compass', 'path', 'author', 'monkey']";

    assertThat(of("format/redact.js", keys + ".filter((k) => !m.soundsSecret(k))"))
        .isEqualTo(List.of());
    assertThat(of("format/redact.js", plain + ".filter(m.soundsSecret)")).isEqualTo(List.of());
    assertThat(
            of(
                "format/redact.js",
                "m.countSecrets({a: [{token: 1}, {b: {secret: {x: 1}}}], c: 2})"))
        .isEqualTo(2);
  }

  @Test
  void attemptsAreReadFromAHistory() {
    var history =
        """
        [{at: '1', attempt: 0, status: 'NEW', detail: 'scheduled'},
         {at: '2', attempt: 1, status: 'CLAIMED', detail: 'claimed by a'},
         {at: '3', attempt: 1, status: 'RETRIABLE_FAILURE', detail: 'failed: X'},
         {at: '4', attempt: 2, status: 'CLAIMED', detail: 'claimed by b'},
         {at: '5', attempt: 0, status: 'NEW', detail: 'returned: DRAINING'},
         {at: '6', attempt: 2, status: 'CLAIMED', detail: 'claimed by c'}]
        """;

    assertThat(
            of(
                "view/attempts.js",
                "m.attemptsOf(%s).map((a) => `${a.number} ${a.by} ${a.end ?? 'runs'}`)"
                    .formatted(history)))
        .isEqualTo(List.of("2 c runs", "2 b returned: DRAINING", "1 a failed: X"));
  }

  @Test
  void theOutputOfAFailedCommandIsReadFromItsDetails() {
    assertThat(
            of(
                "view/command.js",
                "['{\"exitCode\":3,\"stdout\":\"a\",\"stderr\":\"b\",\"truncated\":true}', '{\"a',"
                    + " 'text', '{}'].map((details) => m.commandFailureOf({code: 'COMMAND_FAILED',"
                    + " details})).map((f) => f ? `${f.exitCode} ${f.stdout} ${f.stderr}` : '')"))
        .isEqualTo(List.of("3 a b", "", "", ""));
  }

  @Test
  void aChartOfOnePointIsAMinuteWide() {
    assertThat(of("view/chart.js", "[m.span([100]), m.span([100, 130]), m.span([100, 400])]"))
        .isEqualTo(List.of(List.of(40, 100), List.of(70, 130), List.of(100, 400)));
  }

  @Test
  void aChartTellsWhatIsUnderThePointerAlsoWhenMoreComes() {
    of("view/chart.js", "0");
    page.tab()
        .evaluate(
            """
            const chart = document.createElement('atf-chart');
            const series = [{ name: 'red', tone: 'bad' }];
            chart.spec = { label: 'Apples', format: String, series };
            chart.data = [[1000, 1060, 1120], [7, 8, 9]];
            document.getElementById('main').prepend(chart);
            """);
    var chart = page.tab().locator("atf-chart");
    PlaywrightAssertions.assertThat(chart).containsText("red 9");

    chart.locator(".u-over").hover(new Locator.HoverOptions().setPosition(1, 40));
    PlaywrightAssertions.assertThat(chart).containsText("red 7");
    page.tab()
        .evaluate(
            "document.querySelector('atf-chart').data = [[1000, 1060, 1120, 1180], [7, 8, 9, 10]]");

    PlaywrightAssertions.assertThat(chart).containsText("red 7");
    page.tab().mouse().move(0, 0);
    PlaywrightAssertions.assertThat(chart).containsText("red 10");
    PlaywrightAssertions.assertThat(chart.locator(".chart-box"))
        .hasAttribute("aria-label", "Apples, recently: red 10");
  }

  @Test
  void progressIsABarWhereItIsAShare() {
    assertThat(
            of(
                "view/progress.js",
                "[0.25, 25, {done: 1, total: 4}, {percent: 25}, 'far', {done: 5, total: 4}]"
                    + ".map(m.shareOf)"))
        .isEqualTo(java.util.Arrays.asList(0.25, 0.25, 0.25, 0.25, null, null));
  }
}
