package dev.atf.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.atf.model.Alarm;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transitions;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.embedded.StoreCopy;
import dev.atf.store.ports.StorePorts;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreLocalityTest {
  @TempDir private Path directory;

  private EmbeddedStore store;
  private StorePorts ports;

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(directory, reason -> {});
    ports = store.ports();
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** The number of the last durable write. The mark file next to the log starts with it. */
  private long durable() {
    try {
      var mark = Files.readAllBytes(directory.resolve("synced"));
      return mark.length == 0 ? 0 : ByteBuffer.wrap(mark).getLong();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean create() {
    return ports.associations().create(Association.scheduled(SampleTasks.header()));
  }

  @Test
  void singleWritesAreDurable() {
    long before = durable();

    assertThat(create()).isTrue();

    assertThat(durable()).isGreaterThan(before);
  }

  @Test
  void groupedWritesAreDurableAtTheEndOfTheGroup() {
    long before = durable();

    long inTheMiddle =
        ports
            .locality()
            .together(
                () -> {
                  create();
                  ports.locality().together(this::create);
                  return durable();
                });

    assertThat(inTheMiddle).isEqualTo(before);
    assertThat(durable()).isGreaterThanOrEqualTo(before + 2);
  }

  @Test
  void singleWritesAreDurableAfterAFailedGroup() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                ports
                    .locality()
                    .together(
                        () -> {
                          create();
                          throw new IllegalStateException("in the middle");
                        }));
    long before = durable();

    create();

    assertThat(durable()).isGreaterThan(before);
  }

  @Test
  void othersSeeAGroupedWriteAtOnce() throws Exception {
    var task = Association.scheduled(SampleTasks.header());
    var other = Executors.newSingleThreadExecutor();
    try {
      var seen =
          ports
              .locality()
              .together(
                  () -> {
                    assertThat(ports.associations().create(task)).isTrue();
                    return read(other.submit(() -> ports.associations().find(task.taskId())));
                  });

      assertThat(seen).contains(task);
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void aWriteThatFollowsAnothersGroupedWriteIsNotDurableWithoutIt() throws Exception {
    var task = Association.scheduled(SampleTasks.header());
    var other = Executors.newSingleThreadExecutor();
    var copy = directory.resolveSibling("copy-of-" + directory.getFileName());
    try {
      var copied =
          ports
              .locality()
              .together(
                  () -> {
                    ports.associations().create(task);
                    boolean unused = read(other.submit(this::create));
                    return StoreCopy.backup(directory, copy, records -> {});
                  });

      assertThat(copied.tasks()).isEqualTo(2);
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void aGroupSeesItsOwnPlacesInTheIndex() {
    var task = Association.scheduled(SampleTasks.header());
    var list = task.header().list(Alarm.DUE);

    var page =
        ports
            .locality()
            .together(
                () -> {
                  ports.associations().create(task);
                  return ports
                      .index()
                      .read(list, task.header().scheduledAt(), 10, Optional.empty());
                });

    assertThat(page.entries()).extracting(TriggerEntry::taskId).containsExactly(task.taskId());
  }

  @Test
  void aTaskThatWasUsedLastIsAsItIsStored() {
    var dueAt = SampleTasks.NOW.plusNanos(198_634);
    var header = SampleTasks.times(SampleTasks.header(), dueAt, dueAt.plusSeconds(60));
    ports.associations().create(Association.scheduled(header));
    var seenAlarm = dueAt.truncatedTo(ChronoUnit.MILLIS);

    var found = ports.associations().find(header.taskId()).orElseThrow();
    var released =
        ports
            .transitions()
            .apply(
                Transitions.release(
                    header.taskId(), 0, seenAlarm, seenAlarm, seenAlarm.plusSeconds(30)));

    assertThat(found.trigger()).isEqualTo(new Trigger(Alarm.DUE, seenAlarm));
    assertThat(released).isInstanceOf(TransitionResult.Applied.class);
  }

  @Test
  void aForgottenTaskIsGoneThoughItWasUsedLast() {
    var task = Association.scheduled(SampleTasks.header());
    ports.associations().create(task);

    store.forget(task.taskId());

    assertThat(ports.associations().find(task.taskId())).isEmpty();
    assertThat(ports.associations().create(task)).isTrue();
  }

  private static <T> T read(Future<T> answer) {
    try {
      return answer.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
