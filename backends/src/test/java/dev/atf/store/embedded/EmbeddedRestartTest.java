package dev.atf.store.embedded;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskEvent;
import dev.atf.store.DeletedLambda;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.SampleTasks;
import dev.atf.store.SampleTransitions;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.embedded.database.StoreInUseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State of an embedded store after a restart. */
final class EmbeddedRestartTest {
  @TempDir private Path directory;

  @Test
  void everythingButMembersIsThereAfterARestart() {
    var lambda = SampleTasks.nextLambda();
    var task = Association.scheduled(SampleTasks.header(lambda));
    var entity =
        new TaskEntity(task.header(), payload("{}"), Map.of("k", "v"), "f", NOW.plusSeconds(60));
    var definition = LambdaDefinition.withDefaults(lambda, NOW);
    var deleted =
        new DeletedLambda(LambdaDefinition.withDefaults(SampleTasks.nextLambda(), NOW), NOW);
    var gate = new Gate(lambda, null, GateState.PAUSED, null, "why", "who", NOW);
    var attempt = new Attempt(new TaskRef(task.taskId(), 1), new ClaimId("c".repeat(16)));
    var group = new Scope(lambda, new KeyGroup(7));
    try (var store = store().open()) {
      var ports = store.ports();
      ports.lambdas().put(definition, Optional.empty());
      ports.lambdas().put(deleted.lambda(), Optional.empty());
      ports.lambdas().delete(deleted.lambda(), deleted.at());
      ports.gates().put(gate);
      ports.entities().putIfAbsent(entity);
      ports.entities().putResult(task.taskId(), 1, payload("big"), NOW);
      ports.associations().create(task);
      ports.permits().take(Scope.of(lambda), attempt, 3, NOW);
      ports.permits().take(group, attempt, 3, NOW);
    }

    try (var store = store().open()) {
      var ports = store.ports();
      assertThat(ports.lambdas().list()).containsExactly(definition);
      assertThat(ports.lambdas().deleted()).containsExactly(deleted);
      assertThat(ports.gates().read().of(lambda)).containsExactly(gate);
      assertThat(ports.entities().findEntity(task.taskId())).contains(entity);
      assertThat(ports.entities().findResult(task.taskId(), 1)).contains(payload("big"));
      assertThat(ports.associations().find(task.taskId())).contains(task);
      assertThat(ports.permits().held(Scope.of(lambda))).hasSize(1);
      assertThat(ports.permits().held(group)).hasSize(1);
      assertThat(ports.index().count(due(task), 10)).isEqualTo(1);
    }
  }

  /** Simulates kill -9: nothing was closed, and unsynced writes are in the log, too. */
  @Test
  void aStoreWhoseProcessWasKilledKnowsWhatItHadWritten() throws IOException {
    var task = SampleTasks.scheduled();
    StoreDirectory left;
    try (var store = store().open()) {
      store.ports().associations().create(task);
      store.ports().transitions().apply(SampleTransitions.of(TaskEvent.RELEASE, task));
      left = store().copyTo(directory.resolve("left"));
    }

    try (var store = left.open()) {
      var found = store.ports().associations().find(task.taskId()).orElseThrow();
      assertThat(found.status()).isEqualTo(TaskStatus.ENQUEUED);
    }
  }

  @Test
  @Tag("D5")
  void aSecondStoreOfTheSameDirectoryIsRefusedAndTheFirstGoesOn() {
    try (var store = store().open()) {
      assertThatThrownBy(() -> store().open())
          .isInstanceOf(StoreInUseException.class)
          .hasMessageContaining("is in use");

      assertThat(store.ports().associations().create(SampleTasks.scheduled())).isTrue();
    }
  }

  @Test
  void aClosedStoreRefusesInsteadOfEndingTheProcess() {
    var store = store().open();
    store.close();
    store.close();

    assertThatThrownBy(() -> store.ports().associations().create(SampleTasks.scheduled()))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("closed");
  }

  private StoreDirectory store() {
    return new StoreDirectory(directory.resolve("store"));
  }

  private static TriggerPartition due(Association task) {
    return task.header().list(Alarm.DUE);
  }

  private static Payload payload(String text) {
    return new Payload(text.getBytes(StandardCharsets.UTF_8), Payload.JSON);
  }
}
