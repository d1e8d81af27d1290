package dev.atf.store.embedded;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.store.SampleTasks;
import dev.atf.store.SampleTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.database.DamagedStoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts off or damages the log of an embedded store at one byte. Either the acknowledged writes
 * exist, or the store reports that it is damaged. Nothing else is correct.
 *
 * <p>{@code -Datf.torn.step=1} tries every byte.
 */
final class TornLogTest {
  private static final int STEP = Integer.getInteger("atf.torn.step", 23);

  /** Larger than the few records of one test. */
  private static final int TASKS = 6;

  @TempDir private Path directory;
  private StoreDirectory intact;
  private final List<Association> told = new ArrayList<>();
  private Association riding;

  /** Length of the log with all acknowledged writes. */
  private long toldLength;

  private enum Damage {
    CUT,
    FLIPPED
  }

  private int opened;
  private int refused;

  /** Writes some tasks whose creation is acknowledged, and then a release, which is not. */
  @BeforeEach
  void writeSome() throws IOException {
    var original = new StoreDirectory(directory.resolve("original"));
    try (var store = original.open()) {
      for (int i = 0; i < TASKS; i++) {
        var task = SampleTasks.scheduled();
        assertThat(store.ports().associations().create(task)).isTrue();
        told.add(task);
      }
      riding = SampleTasks.scheduled();
      store.ports().associations().create(riding);
      toldLength = original.logLength();
      store.ports().transitions().apply(SampleTransitions.of(TaskEvent.RELEASE, riding));
      intact = original.copyTo(directory.resolve("intact"));
    }
    assertThat(intact.logLength()).isGreaterThan(toldLength);
  }

  @Test
  @Tag("D2")
  void aLogThatEndsAtAnyByteHasAllThatWasToldOrIsRefused() throws IOException {
    for (long at = 0; at < intact.logLength(); at += STEP) {
      tryOut(Damage.CUT, at);
    }

    assertThat(refused).as("cut before the end of what was told").isPositive();
    assertThat(opened).as("cut behind it").isPositive();
  }

  @Test
  @Tag("D2")
  void aLogThatIsDamagedAtAnyByteHasAllThatWasToldOrIsRefused() throws IOException {
    for (long at = 0; at < intact.logLength(); at += STEP) {
      tryOut(Damage.FLIPPED, at);
    }

    assertThat(refused).as("damaged before the end of what was told").isPositive();
    assertThat(opened).as("damaged behind it").isPositive();
  }

  /**
   * Checks that the store consumer's own mark may be lost: nobody has seen it, and it is made
   * again.
   */
  @Test
  @Tag("D3")
  void aReleaseThatWasNotDurableIsAsIfItHadNotBeen() throws IOException {
    var copy = intact.copyTo(directory.resolve("cut"));
    copy.cutLog(toldLength);

    try (var store = copy.open()) {
      assertThat(store.ports().associations().find(riding.taskId())).contains(riding);
    }
  }

  /**
   * Executors outlive this process: after a loss of power none of them may believe in a claim, a
   * lease or an outcome that the store knows nothing of.
   */
  @Test
  @Tag("D3")
  void transitionsVisibleToExecutorsAreDurable() throws IOException {
    for (var event : List.of(TaskEvent.CLAIM, TaskEvent.HEARTBEAT, TaskEvent.SUCCEED)) {
      var before =
          SampleTasks.full(event == TaskEvent.CLAIM ? TaskStatus.ENQUEUED : TaskStatus.CLAIMED);
      var files = new StoreDirectory(directory.resolve(event.name()));
      StoreDirectory left;
      long length;
      try (var store = files.open()) {
        store.ports().associations().create(before);
        length = files.logLength();
        assertThat(store.ports().transitions().apply(SampleTransitions.of(event, before)))
            .isInstanceOf(TransitionResult.Applied.class);
        left = files.copyTo(directory.resolve(event.name() + "-left"));
      }
      // Had the answer not waited for the log, this would be an honest loss of power.
      left.cutLog(length);

      assertThatThrownBy(left::open).as("%s", event).isInstanceOf(DamagedStoreException.class);
    }
  }

  private void tryOut(Damage damage, long at) throws IOException {
    var copy = intact.copyTo(directory.resolve("copy"));
    switch (damage) {
      case CUT -> copy.cutLog(at);
      case FLIPPED -> copy.damageLog(at);
    }
    try (var store = copy.open()) {
      opened++;
      assertAllToldIsThere(store, damage, at);
    } catch (DamagedStoreException e) {
      refused++;
      assertThat(at).as("%s at %d: %s", damage, at, e.getMessage()).isLessThan(toldLength);
    }
    copy.remove();
  }

  private void assertAllToldIsThere(EmbeddedStore store, Damage damage, long at) {
    for (var task : told) {
      assertThat(store.ports().associations().find(task.taskId()))
          .as("%s at %d", damage, at)
          .isEqualTo(Optional.of(task));
    }
    var released = store.ports().associations().find(riding.taskId()).orElseThrow();
    assertThat(released.status())
        .as("%s at %d", damage, at)
        .isIn(TaskStatus.NEW, TaskStatus.ENQUEUED);
    assertThat(released.header().scheduledAt()).isBefore(NOW.plusSeconds(3_600));
  }
}
