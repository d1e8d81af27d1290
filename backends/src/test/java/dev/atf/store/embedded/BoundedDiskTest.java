package dev.atf.store.embedded;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskEvent;
import dev.atf.store.SampleTasks;
import dev.atf.store.SampleTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.search.SearchTerm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention bounds the data and the disk space of an embedded store. */
final class BoundedDiskTest {
  private static final long MIB = 1L << 20;
  private static final int ROUNDS = 24;
  private static final int TASKS_A_ROUND = 64;

  /** Size of a payload of random bytes, which cannot be compressed: a round is 16 MB. */
  private static final int PAYLOAD_BYTES = 256 << 10;

  /** Limit on the disk: three memtables and their logs, and as much again during a compaction. */
  private static final long DISK_BYTES_MAX = 230 * MIB;

  private static final SearchTerm RED = SearchTerm.label("colour", "red");

  private final LambdaName lambda = SampleTasks.nextLambda();
  private final Random random = new Random(1);

  @TempDir private Path directory;

  @Test
  @Tag("system")
  @Tag("D6")
  void expiredTasksLeaveTheDisk() throws IOException {
    var files = new StoreDirectory(directory.resolve("store"));
    try (var store = files.open()) {
      long largest = 0;
      for (int round = 0; round < ROUNDS; round++) {
        var expiresAt = Instant.EPOCH;
        for (int i = 0; i < TASKS_A_ROUND; i++) {
          expiresAt = Objects.requireNonNull(scheduleAndFinish(store).expiresAt());
        }
        sweepAll(store, expiresAt);
        largest = Math.max(largest, files.size());
      }

      assertThat(largest).isLessThan(DISK_BYTES_MAX);
      assertThat((long) ROUNDS * TASKS_A_ROUND * PAYLOAD_BYTES)
          .as("what was written in all")
          .isGreaterThan(DISK_BYTES_MAX + 100 * MIB);
    }
  }

  @Test
  @Tag("D6")
  void aFinishedTaskGoesWholeWhenItExpiresAndNotBefore() throws IOException {
    try (var store = new StoreDirectory(directory.resolve("store")).open()) {
      var ports = store.ports();
      var waiting = Association.scheduled(SampleTasks.header(lambda));
      ports.associations().create(waiting);
      var finished = scheduleAndFinish(store);
      ports.entities().putResult(finished.taskId(), 1, Payload.EMPTY, NOW.plusSeconds(999_999));
      var done = finished.header().list(Alarm.DONE);
      assertThat(ports.index().count(done, 10)).isEqualTo(1);
      var expiresAt = Objects.requireNonNull(finished.expiresAt());

      sweepAll(store, expiresAt.minusSeconds(1));
      assertThat(ports.associations().find(finished.taskId())).contains(finished);
      assertThat(ports.search().read(lambda, RED, Optional.empty(), 10)).hasSize(1);

      sweepAll(store, expiresAt);
      assertThat(ports.associations().find(finished.taskId())).isEmpty();
      assertThat(ports.entities().findEntity(finished.taskId())).isEmpty();
      assertThat(ports.entities().findResult(finished.taskId(), 1)).isEmpty();
      assertThat(ports.index().count(done, 10)).isZero();
      assertThat(ports.search().read(lambda, RED, Optional.empty(), 10)).isEmpty();
      assertThat(ports.associations().find(waiting.taskId())).contains(waiting);
    }
  }

  private static void sweepAll(EmbeddedStore store, Instant now) {
    // Each kind of record is at least one turn; a turn that finds nothing may be the last of one.
    int idle = 0;
    while (idle < 6) {
      idle = store.sweep().turn(now) > 0 ? 0 : idle + 1;
    }
  }

  private Association scheduleAndFinish(EmbeddedStore store) {
    var ports = store.ports();
    var task = Association.scheduled(SampleTasks.header(lambda));
    var bytes = new byte[PAYLOAD_BYTES];
    random.nextBytes(bytes);
    var entity =
        new TaskEntity(
            task.header(),
            new Payload(bytes, ""),
            Map.of("colour", "red"),
            "",
            NOW.plusSeconds(9_999_999));
    ports.entities().putIfAbsent(entity);
    ports.search().add(entity, SearchTerm.of(entity));
    ports.associations().create(task);
    for (var event : List.of(TaskEvent.RELEASE, TaskEvent.CLAIM, TaskEvent.SUCCEED)) {
      task = applied(store, event, task);
    }
    return task;
  }

  private static Association applied(EmbeddedStore store, TaskEvent event, Association task) {
    var result = store.ports().transitions().apply(SampleTransitions.of(event, task, History.ALL));
    assertThat(result).isInstanceOf(TransitionResult.Applied.class);
    return ((TransitionResult.Applied) result).after();
  }
}
