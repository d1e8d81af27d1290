package dev.atf.cli.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.Atf;
import dev.atf.cli.SharedCluster;
import dev.atf.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Routes on the command line, against the real services of one machine. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class RouteCommandTest {
  private static final String RULES =
      """
      {"name": "render", "default": "quick", "rules": [
        {"name": "long-jobs", "when": "json.pages > 100", "lambda": "slow", "priority": "low"},
        {"name": "drafts", "when": "labels.kind = \\"draft\\"", "lambda": "quick"}]}
      """;

  @TempDir private static Path directory;

  private static Atf atf;

  @BeforeAll
  static void start(LocalCluster cluster) {
    atf = new Atf(cluster.frontendUri());
    atf.run("lambda", "register", "quick");
    atf.run("lambda", "register", "slow");
  }

  @Test
  void aRouteIsTestedPutUsedShownAndDeleted() throws Exception {
    var file = file(RULES);
    var dry = atf.run("route", "test", "render", "--file", file, "--payload", "{\"pages\":1}");
    assertThat(dry.out()).startsWith("route render, its default chooses lambda quick\n");
    assertThat(atf.run("route", "list").out()).contains("there are no routes");

    assertThat(atf.run("route", "put", file).out()).isEqualTo("route render is of version 1\n");

    var test =
        atf.run(
            "route",
            "test",
            "render",
            "--payload",
            "{\"pages\":300}",
            "--label",
            "kind=draft",
            "--priority",
            "high");
    assertThat(test.out())
        .startsWith("route render (version 1), rule long-jobs chooses lambda slow\n")
        .contains("json.pages > 100 holds: json.pages is 300")
        .contains("yes, but comes later");
    var task = atf.run("schedule", "render", "--payload", "{\"pages\":300}").out().split(" ", 2)[0];
    assertThat(atf.run("get", task).out())
        .contains("slow")
        .contains("render, rule long-jobs (version 1)");
    assertThat(atf.run("route", "get", "render").out())
        .contains("long-jobs: if json.pages > 100 then slow, priority low");
    assertThat(atf.run("route", "list").out()).contains("render  1        2      quick");

    assertThat(atf.run("route", "delete", "render").out()).contains("route render is deleted");
    assertThat(atf.run("route", "get", "render").err())
        .contains("no route is called render")
        .contains("atf route list");
  }

  @Test
  void aMistakeIsToldWithItsRuleAndColumn() throws Exception {
    var refused = atf.run("route", "put", file(RULES.replace("json.pages >", "json.pages >>")));

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("rules[0].when: column 13: > (expected: a text in double");
  }

  private static String file(String route) throws IOException {
    return Files.writeString(directory.resolve("route.json"), route).toString();
  }
}
