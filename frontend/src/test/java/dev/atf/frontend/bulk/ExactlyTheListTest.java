package dev.atf.frontend.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Failure;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that each change of many tasks changes exactly the tasks that ListTasks shows for the same
 * filter, reports their number in advance, and leaves all others unchanged.
 */
final class ExactlyTheListTest {
  private static final String TASKS = "/v1/lambdas/resize/tasks";

  private final TestFrontend frontend = new TestFrontend();
  private final Pipeline pipeline = new Pipeline(frontend);
  private final Instant noon =
      frontend.clock.instant().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);
  private final List<String> all = new ArrayList<>();

  /** Codes with which the tasks fail, by the tasks' ids. */
  private final Map<String, String> codes = new LinkedHashMap<>();

  @BeforeEach
  void register() {
    frontend.put("/v1/lambdas/resize", "{\"history\":\"ALL\",\"dispatch\":\"POLLED\"}").requireOk();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  static Stream<Arguments> changesAndFilters() {
    var filters =
        List.of(
            "\"label\":[\"tenant=acme\"]",
            "\"label\":[\"tenant=acme\",\"run=7\"]",
            "\"priority\":\"high\"",
            "\"collection\":\"red\"",
            "\"code\":\"BROKEN\"",
            "\"after\":\"NOON\"",
            "\"before\":\"NOON\"",
            "\"label\":[\"tenant=acme\"],\"collection\":\"red\",\"code\":\"BROKEN\"");
    return Stream.of("cancel", "reschedule", "run", "resubmit", "redrive")
        .flatMap(change -> filters.stream().map(filter -> Arguments.of(change, filter)));
  }

  @ParameterizedTest
  @MethodSource("changesAndFilters")
  void changesWhatTheListShowsAndNothingElse(String change, String given) {
    var fields = given.replace("NOON", noon.toString());
    boolean ofEnded = change.equals("resubmit") || change.equals("redrive");
    stage(ofEnded);
    var filter = "{\"state\":\"%s\",%s}".formatted(ofEnded ? "dead" : "pending", fields);
    var listed = listed(filter);
    assertThat(listed).isNotEmpty().hasSizeLessThan(all.size());
    var before = associations();

    var counted = change(change, filter, ",\"dryRun\":true");
    assertThat(associations()).isEqualTo(before);
    var done = change(change, filter, "");

    assertThat(counted).isEqualTo(listed.size());
    assertThat(done).isEqualTo(listed.size());
    assertThat(change.equals("resubmit") ? resubmitted() : changed(before)).isEqualTo(listed);
  }

  /**
   * Creates one task that every filter selects, and others that each differ from it in one respect.
   */
  private void stage(boolean dead) {
    for (var tenant : List.of("acme", "other")) {
      stage(tenant, "7", "high", "red", "BROKEN", noon);
    }
    stage("acme", "8", "high", "red", "BROKEN", noon);
    stage("acme", "7", "low", "red", "BROKEN", noon);
    stage("acme", "7", "high", "blue", "BROKEN", noon);
    stage("acme", "7", "high", "red", "OTHER", noon);
    stage("acme", "7", "high", "red", "BROKEN", noon.minusMillis(1));
    frontend.clock.advance(Duration.ofHours(2));
    codes.forEach((taskId, code) -> fail(taskId, code, dead));
  }

  private void fail(String taskId, String code, boolean dead) {
    var failure = new Failure(code, "it broke", "", !dead);
    if (dead) {
      pipeline.failFatally(pipeline.run(taskId), failure);
    } else {
      pipeline.failRetriably(pipeline.run(taskId), failure, Duration.ofHours(1));
    }
  }

  private void stage(
      String tenant, String run, String priority, String collection, String code, Instant at) {
    var taskId =
        frontend
            .post(
                TASKS,
                ("{\"labels\":{\"tenant\":\"%s\",\"run\":\"%s\"},\"priority\":\"%s\","
                        + "\"collection\":\"%s\",\"scheduledAt\":\"%s\",\"json\":1}")
                    .formatted(tenant, run, priority, collection, at))
            .requireOk()
            .json()
            .get("taskId")
            .asText();
    all.add(taskId);
    codes.put(taskId, code);
  }

  private Set<String> listed(String filter) {
    var query = new StringBuilder("?pageSize=100");
    new Answer(200, "", filter)
        .json()
        .properties()
        .forEach(
            field ->
                values(field.getValue())
                    .forEach(
                        value ->
                            query.append('&').append(field.getKey()).append('=').append(value)));
    var ids = new TreeSet<String>();
    frontend
        .get(TASKS + query)
        .requireOk()
        .json()
        .path("tasks")
        .forEach(task -> ids.add(task.get("taskId").asText()));
    return ids;
  }

  private static List<String> values(JsonNode node) {
    var values = new ArrayList<String>();
    if (node.isArray()) {
      node.forEach(each -> values.add(each.asText()));
    } else {
      values.add(node.asText());
    }
    return values;
  }

  private Map<String, Association> associations() {
    var found = new LinkedHashMap<String, Association>();
    all.forEach(id -> found.put(id, frontend.association(id)));
    return found;
  }

  private Set<String> changed(Map<String, Association> before) {
    var changed = new TreeSet<String>();
    associations()
        .forEach(
            (id, now) -> {
              if (!now.equals(before.get(id))) {
                changed.add(id);
              }
            });
    return changed;
  }

  /** Returns the tasks that were resubmitted. */
  private Set<String> resubmitted() {
    var ids = new TreeSet<String>();
    for (var id : all) {
      var again =
          frontend
              .get(TASKS + "?label=atf-resubmitted-from=" + id)
              .requireOk()
              .json()
              .path("tasks");
      assertThat(frontend.association(id).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
      if (!again.isEmpty()) {
        ids.add(id);
      }
    }
    return ids;
  }

  private int change(String change, String filter, String more) {
    var later = frontend.clock.instant().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);
    var at = change.equals("reschedule") ? ",\"scheduledAt\":\"" + later + "\"" : "";
    int count = 0;
    var token = "";
    do {
      var page =
          frontend
              .post(
                  TASKS + ":" + change,
                  "{\"filter\":%s,\"pageSize\":2,\"pageToken\":\"%s\"%s%s}"
                      .formatted(filter, token, at, more))
              .requireOk()
              .json();
      assertThat(page.path("leftAlone")).isEmpty();
      count += page.path("changed").asInt() + page.path("redriven").asInt();
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    return count;
  }
}
