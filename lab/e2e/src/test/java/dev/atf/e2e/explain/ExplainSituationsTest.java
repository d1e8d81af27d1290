package dev.atf.e2e.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.testtime.ProgressWait;
import dev.atf.testtime.StalledException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Explain describes staged situations correctly. */
@Tag("system")
final class ExplainSituationsTest {
  private static final Pattern COMMAND = Pattern.compile("`\\./atf ([^`]+)`");
  private static final int WAITING = 5_000;

  /** Kinds of commands in summaries that are run. */
  private static final List<String> RUN =
      List.of("condition test", "lambda resume", "dead redrive", "keys retry", "job retry");

  @TempDir private static Path directory;
  private static StagedUp up;

  @BeforeAll
  static void start() {
    up = StagedUp.start(directory, Situations.EXECUTORS);
  }

  @AfterAll
  static void stop() {
    up.close();
  }

  @Test
  void everySituationIsToldAsItIs() {
    var situations = new Situations(up).stage();
    assertThat(situations).hasSizeGreaterThanOrEqualTo(55);
    var open = new LinkedHashMap<Situation, String>();
    situations.forEach(each -> open.put(each, "not looked at"));

    // Each once: some states are temporary. Objections have times in them, which change for ever.
    try {
      ProgressWait.observing("explanations are as they have to be", open::size)
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                open.replaceAll((each, before) -> objection(each));
                open.values().removeIf(String::isEmpty);
                return open.isEmpty();
              });
    } catch (StalledException e) {
      throw new AssertionError(named(open).toString(), e);
    }

    commandsWork(
        situations.stream()
            .map(each -> up.explain(each.taskId()).get("summary").asText())
            .toList());
  }

  private static String objection(Situation each) {
    return each.objection(up.explain(each.taskId()), up.task(each.taskId()));
  }

  private static Map<String, String> named(Map<Situation, String> open) {
    var named = new LinkedHashMap<String, String>();
    open.forEach((each, objection) -> named.put(each.name(), objection));
    return named;
  }

  /** Runs each command of a summary, once for each kind. */
  private static void commandsWork(List<String> summaries) {
    var ofKind = new HashMap<String, List<String>>();
    for (var summary : summaries) {
      var command = COMMAND.matcher(summary);
      while (command.find()) {
        var words = new ArrayList<>(List.of(command.group(1).split(" ")));
        if (words.size() < 2) {
          continue;
        }
        ofKind.putIfAbsent(words.get(0) + " " + words.get(1), words);
      }
    }
    assertThat(ofKind.keySet())
        .contains("keys skip", "job skip", "condition release")
        .containsAll(RUN);
    // Others are of the same thing, start a host, or have to be filled in.
    RUN.forEach(kind -> up.run(ofKind.get(kind)));
  }

  @Test
  void figuresOfManyWaitingTasksCountTasks() {
    up.put("/v1/lambdas/crowd", "{}");
    for (int i = 0; i < WAITING / 100; i++) {
      up.post("/v1/lambdas/crowd/tasks:batch", batch());
    }
    // Some are pushed a second time meanwhile: there are more references than tasks.
    ProgressWait.observing("they wait for a while", () -> up.live("crowd"))
        .until(() -> age(up.live("crowd").at("/priorities/1")) > 40);

    var live = up.live("crowd").at("/priorities/1");
    assertThat(live.get("pending").asInt()).isEqualTo(WAITING);
    assertThat(live.get("queued").asInt()).isBetween(1, WAITING);
    assertThat(up.run(List.of("top", "--once"))).containsPattern("crowd .* 5000 ");
  }

  private static double age(JsonNode figures) {
    return Double.parseDouble(figures.path("oldestDueAge").asText("0s").replace("s", ""));
  }

  private static String batch() {
    return "{\"tasks\":[" + String.join(",", Collections.nCopies(100, "{\"json\":{}}")) + "]}";
  }

  @Test
  void executorsThatEndAgainAndAgainAreNamedEverywhere() {
    up.put("/v1/lambdas/crash", "{\"history\":\"ALL\"}");
    ProgressWait.observing("executors of crash", () -> up.live("crash"))
        .until(() -> up.live("crash").at("/executors/failing").asInt() == 2);

    var executors = up.live("crash").get("executors");
    assertThat(executors.get("how").asText()).isEqualTo("exit code 1 (not started)");
    assertThat(executors.get("lastError").asText()).isEqualTo("settings.yaml: no such file");
    assertThat(up.run(List.of("top", "--once")))
        .contains("crash: 2 of 2 executors on host", "exit code 1 (not started)");
  }
}
