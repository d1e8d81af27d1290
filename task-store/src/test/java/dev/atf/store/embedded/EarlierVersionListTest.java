package dev.atf.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.store.LocalTransitionFeed;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.database.Database;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Covers earlier versions, which kept the finished tasks of all shards in the list of shard 0. */
final class EarlierVersionListTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant DEADLINE = NOW.plusSeconds(3_600);
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final TaskId TASK = new TaskId("1".repeat(32));

  @TempDir private Path directory;
  private Database database;
  private StripedLocks locks;
  private EmbeddedTriggerIndex index;
  private EmbeddedTasks tasks;

  @BeforeEach
  void open() {
    database = Database.open(directory, reason -> {});
    locks = new StripedLocks();
    index = new EmbeddedTriggerIndex(database);
    tasks = new EmbeddedTasks(database, locks, index, new LocalTransitionFeed(number -> {}));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void redrivenTaskLeavesTheListOfAnEarlierVersion() {
    var dead = deadInFormerList();

    apply(ClientTransitions.redrive(TASK, dead.epoch(), NOW, DEADLINE));

    assertThat(index.count(former(), 10)).isZero();
  }

  @Test
  void expiredTaskLeavesTheListOfAnEarlierVersion() {
    deadInFormerList();

    new ExpirySweep(database, locks).forget(TASK);

    assertThat(index.count(former(), 10)).isZero();
  }

  private Association deadInFormerList() {
    var header =
        new TaskHeader(TASK, LAMBDA, new Priority("normal"), null, 3, NOW, NOW, DEADLINE, null);
    tasks.create(Association.scheduled(header));
    var failure = FrameworkFailure.DEADLINE_EXCEEDED.because("test");
    var ending = Ending.at(NOW, LambdaDefinition.withDefaults(LAMBDA, NOW));
    var dead = apply(Transitions.giveUp(TASK, 0, Outcome.failure("", failure), ending));
    var listed = TriggerList.of(dead).orElseThrow();
    database.delete(listed.key());
    database.put(Keys.trigger(former(), listed.millis(), TASK), listed.value());
    assertThat(index.count(former(), 10)).isEqualTo(1);
    return dead;
  }

  private static TriggerPartition former() {
    return TriggerPartition.finished(LAMBDA, 0, Alarm.DEAD);
  }

  private Association apply(Transition transition) {
    var result = tasks.apply(transition);
    assertThat(result).isInstanceOf(TransitionResult.Applied.class);
    return ((TransitionResult.Applied) result).after();
  }
}
