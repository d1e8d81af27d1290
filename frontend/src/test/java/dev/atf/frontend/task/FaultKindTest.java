package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.Children;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.TransitionResult;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Origin and future children of a task, as the task shows them. */
final class FaultKindTest {
  private static int lastLambda;
  private static TestFrontend frontend;
  private static Pipeline pipeline;
  private LambdaName lambda = new LambdaName("none");

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    pipeline = new Pipeline(frontend);
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @BeforeEach
  void register() {
    lambda = frontend.registered("family-" + ++lastLambda);
  }

  @Test
  void aParentNamesItsChildrenAndSaysThatTheyAreBeingCreated() {
    var parent = succeededWithChildren(3);

    var shown = get(parent);
    var explained = explain(parent);

    assertThat(shown.at("/childrenPending").asBoolean()).isTrue();
    assertThat(shown.at("/childrenCount").asInt()).isEqualTo(3);
    assertThat(shown.at("/childTaskIds")).hasSize(3);
    assertThat(shown.at("/childTaskIds/2").asText()).isEqualTo(childOf(parent, 2).value());
    assertThat(codes(explained)).containsExactly("SUCCEEDED", "CHILDREN_PENDING");
    assertThat(explained.at("/reasons/1/message").asText()).startsWith("3 of its children");
  }

  @Test
  void aSettledParentNamesThemStillAndHasNothingPending() {
    var parent = succeededWithChildren(2);
    settle(parent);

    var shown = get(parent);

    assertThat(shown.path("childrenPending").asBoolean()).isFalse();
    assertThat(shown.at("/childTaskIds")).hasSize(2);
    assertThat(codes(explain(parent))).containsExactly("SUCCEEDED");
  }

  @Test
  void aChildNamesItsParent() {
    var parent = succeededWithChildren(1);
    settle(parent);
    var child = childOf(parent, 0).value();

    assertThat(get(child).at("/parentTaskId").asText()).isEqualTo(parent);
    assertThat(get(child).at("/childNumber").asInt()).isZero();
    assertThat(codes(explain(child))).contains("CHILD_OF_TASK");
  }

  @Test
  void theTaskOfAFireNamesItsPeriodicTask() {
    var path = "/v1/lambdas/" + lambda + "/periodic";
    frontend
        .post(path, "{\"name\":\"nightly\",\"schedule\":{\"cron\":\"30 2 * * *\"}}")
        .requireOk();
    var task =
        frontend.post(path + "/nightly:trigger", "{}").requireOk().json().at("/taskId").asText();

    var shown = get(task);

    assertThat(shown.at("/periodic/name").asText()).isEqualTo("nightly");
    assertThat(shown.at("/periodic").has("fireAt")).isFalse();
    assertThat(explain(task).toString()).contains("triggered by hand", "nightly of lambda");
    frontend.delete(path + "/nightly").requireOk();
    assertThat(get(task).at("/periodic").has("name")).isFalse();
    assertThat(explain(task).toString()).contains("which is no longer stored");
  }

  private String succeededWithChildren(int count) {
    var parent =
        frontend
            .post("/v1/lambdas/" + lambda + "/tasks", "{}")
            .requireOk()
            .json()
            .at("/taskId")
            .asText();
    var attempt = pipeline.run(parent);
    var now = frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var outbox = new ArrayList<TaskHeader>();
    for (int number = 0; number < count; number++) {
      var of = new Parent(attempt.taskId(), attempt.epoch(), number);
      var header = frontend.association(parent).header();
      outbox.add(
          new TaskHeader(
                  of.childId(),
                  lambda,
                  header.priority(),
                  null,
                  0,
                  now,
                  now,
                  header.deadline(),
                  null)
              .withParent(of));
    }
    var outcome = Outcome.success("d", Payload.EMPTY).with(Children.toCreate(outbox, List.of()));
    assertThat(
            frontend.store.apply(
                ChildTransitions.succeed(
                    attempt, lambda, outcome, new Ending(now, now, History.NONE), Notes.NONE)))
        .isInstanceOf(TransitionResult.Applied.class);
    return parent;
  }

  /** Settles a parent as the store consumer does. */
  private void settle(String parent) {
    var task = frontend.association(parent);
    task.children().outbox().forEach(child -> frontend.store.create(Association.scheduled(child)));
    var definition = frontend.lambdas.find(lambda).orElseThrow();
    var rang = Objects.requireNonNull(task.trigger()).at();
    frontend.store.apply(ChildTransitions.settle(task, List.of(), Ending.at(rang, definition)));
  }

  private TaskId childOf(String parent, int number) {
    return new Parent(new TaskId(parent), frontend.association(parent).epoch(), number).childId();
  }

  private static JsonNode get(String taskId) {
    return frontend.get("/v1/tasks/" + taskId).requireOk().json();
  }

  private static JsonNode explain(String taskId) {
    return frontend.get("/v1/tasks/" + taskId + ":explain").requireOk().json();
  }

  private static List<String> codes(JsonNode explained) {
    var codes = new ArrayList<String>();
    explained.get("reasons").forEach(reason -> codes.add(reason.get("code").asText()));
    return codes;
  }
}
