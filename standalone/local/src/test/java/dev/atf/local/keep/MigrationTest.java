package dev.atf.local.keep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.Children;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Join;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobEntities;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a parent whose children are not created yet takes all their data with it. */
final class MigrationTest {
  private static final Instant NOW = Instant.parse("2126-03-01T12:00:00Z");
  private static final LambdaDefinition LAMBDA =
      LambdaDefinition.withDefaults(new LambdaName("split"), NOW);
  private static final TaskRef PARENT = new TaskRef(new TaskId("a".repeat(32)), 1);
  private static final Parent CHILD = new Parent(PARENT.taskId(), PARENT.epoch(), 0);
  private static final byte[] LARGE = new byte[5_000];

  @TempDir private Path directory;
  private EmbeddedStore source;
  private EmbeddedStore target;

  @BeforeEach
  void open() {
    source = EmbeddedStore.open(directory.resolve("a"), reason -> {});
    target = EmbeddedStore.open(directory.resolve("b"), reason -> {});
    source.ports().lambdas().put(LAMBDA, Optional.empty());
  }

  @AfterEach
  void close() {
    source.close();
    target.close();
  }

  @Test
  void anUnsettledParentIsMovedWithItsChildrensWorkAndItsLargeResult() {
    var join = succeededUnsettled();
    var before = source.ports().associations().find(PARENT.taskId()).orElseThrow();

    var moved = new Migration(source, target.ports()).run(done -> {});

    assertThat(moved.tasks()).isEqualTo(1);
    var ports = target.ports();
    assertThat(ports.associations().find(PARENT.taskId())).contains(before);
    assertThat(source.ports().associations().find(PARENT.taskId())).isEmpty();
    assertThat(ports.entities().findEntity(CHILD.childId())).isPresent();
    assertThat(ports.entities().findResult(PARENT.taskId(), 1).orElseThrow().bytes())
        .isEqualTo(LARGE);
    var row = JobCodec.first(join, PARENT);
    assertThat(ports.plans().find(row.id())).as("it is put by the settling").isEmpty();
    assertThat(ports.plans().parts(row.id(), "", 9)).hasSize(1);
    for (int place = 0; place < join.steps(); place++) {
      assertThat(ports.entities().findEntity(JobContents.payload(row.id(), place, ""))).isPresent();
    }
  }

  @Test
  void aSettledParentIsHistoryAndStays() {
    succeededUnsettled();
    var task = source.ports().associations().find(PARENT.taskId()).orElseThrow();
    apply(ChildTransitions.settle(task, List.of(), Ending.at(NOW, LAMBDA)));

    assertThat(new Migration(source, target.ports()).run(done -> {}).tasks()).isZero();
    assertThat(target.ports().associations().find(PARENT.taskId())).isEmpty();
  }

  private Join succeededUnsettled() {
    var ports = source.ports();
    var header = header(PARENT.taskId());
    ports.associations().create(Association.scheduledExpress(header, NOW, NOW.plusSeconds(30)));
    ports.entities().putIfAbsent(entity(header));
    var attempt = new Attempt(PARENT, new ClaimId("0123456789abcdef"));
    apply(
        Transitions.claimAndMoveAlarm(
            attempt, LAMBDA.name(), new ExecutorId("host:1"), NOW, NOW.plusSeconds(30)));
    var child = header(CHILD.childId());
    ports.entities().putIfAbsent(entity(child));
    var definition =
        JoinJob.definition(
            PARENT, 0, Collections.nCopies(3, WorkKind.of(LAMBDA.name())), Then.CONTINUE);
    for (int place = 0; place < 3; place++) {
      var id = JobContents.payload(definition.id(), place, "");
      ports.entities().putIfAbsent(JobEntities.of(id, LAMBDA, Payload.EMPTY, NOW));
    }
    JobSteps.write(definition.id(), definition, NOW.plus(Duration.ofDays(120)))
        .forEach(ports.plans()::putPart);
    ports
        .entities()
        .putResult(PARENT.taskId(), 1, new Payload(LARGE, "x/y"), NOW.plus(Duration.ofDays(7)));
    var join = new Join(0, LAMBDA.name(), LAMBDA.shards(), 3, "f", NOW);
    apply(
        ChildTransitions.succeed(
            attempt,
            LAMBDA.name(),
            Outcome.successStoredApart("d")
                .with(Children.toCreate(List.of(child.withParent(CHILD)), List.of(join))),
            Ending.at(NOW, LAMBDA),
            Notes.NONE));
    return join;
  }

  private void apply(Transition transition) {
    assertThat(source.ports().transitions().apply(transition))
        .isInstanceOf(TransitionResult.Applied.class);
  }

  private static TaskHeader header(TaskId id) {
    return new TaskHeader(
        id,
        LAMBDA.name(),
        LAMBDA.defaultPriority(),
        null,
        0,
        NOW,
        NOW,
        NOW.plus(Duration.ofDays(1)),
        null);
  }

  private static TaskEntity entity(TaskHeader header) {
    return new TaskEntity(
        header, Payload.EMPTY, Map.of(), "f", header.deadline().plus(Duration.ofDays(7)));
  }
}
