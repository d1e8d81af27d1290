package dev.atf.store.embedded;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskEvent;
import dev.atf.store.SampleTasks;
import dev.atf.store.SampleTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests backups of an embedded store, and the stores that are created from them. */
final class StoreCopyTest {
  private static final Instant NOT_BEFORE = NOW.plusSeconds(600);

  @TempDir private Path directory;

  @Test
  void aBackupOfAStoreInUseHasAllThatWasToldBefore() throws IOException {
    var task = SampleTasks.scheduled();
    var entity = entity(task);
    try (var store = store("store").open()) {
      schedule(store, task, entity);

      var copied = backup();
      store.ports().associations().create(SampleTasks.scheduled());

      assertThat(copied.tasks()).isEqualTo(1);
      assertThat(copied.unfinished()).isEqualTo(1);
    }
    try (var backup = store("backup").open()) {
      assertThat(backup.ports().associations().find(task.taskId())).contains(task);
      assertThat(backup.ports().entities().findEntity(task.taskId())).contains(entity);
    }
  }

  @Test
  @Tag("D8")
  void aRestoredTaskHasLaterEpochsThanItCanHaveHadAndDoesNotBeginAtOnce() {
    var task = SampleTasks.scheduled();
    var lambda = LambdaDefinition.withDefaults(task.header().lambda(), NOW);
    try (var store = store("store").open()) {
      store.ports().lambdas().put(lambda, Optional.empty());
      schedule(store, task, entity(task));
      backup();
      // After the backup, the task was released and ran.
      apply(store, TaskEvent.CLAIM, apply(store, TaskEvent.RELEASE, task));
    }

    restore();

    try (var restored = store("restored").open()) {
      var found = restored.ports().associations().find(task.taskId()).orElseThrow();
      assertThat(found.status()).isEqualTo(TaskStatus.NEW);
      assertThat(found.epoch()).isGreaterThan(1_000_000);
      assertThat(found.trigger()).isEqualTo(new Trigger(Alarm.DUE, NOT_BEFORE));
      assertThat(restored.ports().lambdas().list()).containsExactly(lambda);
      assertThat(restored.ports().entities().findEntity(task.taskId())).contains(entity(task));
      // It can be released: it is in the index, with its epoch.
      assertThat(apply(restored, TaskEvent.RELEASE, found).epoch()).isEqualTo(found.epoch() + 1);
    }
  }

  @Test
  @Tag("D8")
  void aTaskThatRanIsGivenUpByItsExecutorAndRunsAgain() {
    var task = SampleTasks.scheduled();
    Association claimed;
    try (var store = store("store").open()) {
      schedule(store, task, entity(task));
      claimed = apply(store, TaskEvent.CLAIM, apply(store, TaskEvent.RELEASE, task));
      backup();
    }

    restore();

    try (var restored = store("restored").open()) {
      var late =
          restored.ports().transitions().apply(SampleTransitions.of(TaskEvent.SUCCEED, claimed));
      assertThat(late).isInstanceOf(TransitionResult.Refused.class);
      var found = restored.ports().associations().find(task.taskId()).orElseThrow();
      assertThat(found.status()).isEqualTo(TaskStatus.CLAIMED);
      assertThat(found.attempt()).isEqualTo(1);
      assertThat(found.lease()).satisfies(lease -> assertThat(lease.until()).isEqualTo(NOT_BEFORE));
      assertThat(found.trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOT_BEFORE));
    }
  }

  @Test
  void damageOfAListLosesNothingByABackupThatIsRestored() throws IOException {
    var tasks = new ArrayList<TaskId>();
    try (var store = store("store").open()) {
      for (int i = 0; i < 3_000; i++) {
        var task = SampleTasks.scheduled();
        store.ports().associations().create(task);
        tasks.add(task.taskId());
      }
    }
    store("store").open().close();
    // Associations come before the lists.
    store("store").damageTable(85);
    assertThatThrownBy(() -> check("store")).isInstanceOf(DamagedStoreException.class);

    assertThat(backup().tasks()).isEqualTo(tasks.size());
    restore();

    assertThat(check("restored").records())
        .as("the tasks and their lists")
        .isGreaterThanOrEqualTo(2L * tasks.size());
  }

  @Test
  @Tag("P12")
  void aTaskThatCannotBeReadIsCopiedAsItIs() {
    var task = SampleTasks.scheduled();
    var unreadable = Keys.association(new TaskId("0".repeat(32)));
    var record = new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 99};
    try (var store = store("store").open()) {
      schedule(store, task, entity(task));
    }
    try (var database = Database.open(directory.resolve("store"), reason -> {})) {
      database.put(unreadable, record);
    }

    assertThat(backup().unfinished()).isEqualTo(1);
    restore();

    try (var restored = Database.openReadOnly(directory.resolve("restored"))) {
      assertThat(restored.get(unreadable)).contains(record);
    }
    var found = new ArrayList<TaskId>();
    try (var restored = store("restored").open()) {
      restored.eachTask(readable -> found.add(readable.taskId()));
    }
    assertThat(found).containsExactly(task.taskId());
  }

  @Test
  void aDamagedBackupIsNotRestored() throws IOException {
    try (var store = store("store").open()) {
      schedule(store, SampleTasks.scheduled(), entity(SampleTasks.scheduled()));
      backup();
    }
    store("backup").cutLog(store("backup").logLength() / 2);

    assertThatThrownBy(this::restore)
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("damaged");
  }

  private StoreCopy.Copied backup() {
    return StoreCopy.backup(directory.resolve("store"), directory.resolve("backup"), records -> {});
  }

  private void restore() {
    StoreCopy.restore(
        directory.resolve("backup"), directory.resolve("restored"), NOT_BEFORE, records -> {});
  }

  private StoreCheck.Checked check(String name) {
    return StoreCheck.run(directory.resolve(name), NOW, (task, file) -> {});
  }

  private StoreDirectory store(String name) {
    return new StoreDirectory(directory.resolve(name));
  }

  private static void schedule(EmbeddedStore store, Association task, TaskEntity entity) {
    store.ports().entities().putIfAbsent(entity);
    store.ports().associations().create(task);
  }

  private static Association apply(EmbeddedStore store, TaskEvent event, Association task) {
    var result = store.ports().transitions().apply(SampleTransitions.of(event, task));
    assertThat(result).isInstanceOf(TransitionResult.Applied.class);
    return ((TransitionResult.Applied) result).after();
  }

  private static TaskEntity entity(Association task) {
    return new TaskEntity(task.header(), Payload.EMPTY, Map.of(), "f", NOW.plusSeconds(60));
  }
}
