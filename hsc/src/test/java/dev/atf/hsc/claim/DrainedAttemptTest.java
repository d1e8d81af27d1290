package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.died;
import static dev.atf.hsc.HscFixture.retriable;
import static dev.atf.hsc.HscFixture.returned;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.hsc.HscFixture;
import dev.atf.model.TaskRef;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Checkpoint;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.TaskStatus;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attempts that ended because their executors were drained. */
final class DrainedAttemptTest {
  private static final HscFixture hsc = new HscFixture();

  @BeforeEach
  void reset() {
    hsc.reset();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  @Tag("F32")
  void drainedAttemptIsHandedBackAndNotCounted() {
    var ref = hsc.claimed();

    var verdict = hsc.report(drained(ref));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(verdict.getStatus()).isEqualTo(TaskStatus.NEW);
    var task = hsc.task(ref);
    assertThat(task.attempt()).isZero();
    assertThat(task.drains()).isEqualTo(1);
    assertThat(task.epoch()).isEqualTo(ref.epoch());
    assertThat(Objects.requireNonNull(task.trigger()).at()).isEqualTo(NOON);
  }

  @Test
  @Tag("F32")
  void repeatedReportOfADrainIsRecordedOnceAndFencesTheClaim() {
    var ref = hsc.claimed();
    hsc.report(drained(ref));

    assertThat(hsc.report(drained(ref)).getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(hsc.report(retriable(ref, "TIMEOUT")).getVerdict())
        .isEqualTo(Verdict.RESULT_CONFLICT);
    assertThat(hsc.task(ref).drains()).isEqualTo(1);
  }

  @Test
  @Tag("F32")
  void notesOfADrainedAttemptAreKeptForTheNext() {
    var ref = hsc.claimed();
    var note = Checkpoint.newBuilder().setData(ByteString.copyFromUtf8("7"));

    hsc.report(drained(ref).setNotes(AttemptNotes.newBuilder().setCheckpoint(note)));

    var checkpoint = Objects.requireNonNull(hsc.task(ref).notes().checkpoint());
    assertThat(ByteString.copyFrom(checkpoint.bytes()).toStringUtf8()).isEqualTo("7");
  }

  @Test
  @Tag("F32")
  void drainsBeyondTheirBoundCountAsAttempts() {
    var header = hsc.header();
    hsc.store.create(Association.scheduled(header).withDrains(Limits.DRAINS_MAX));
    var ref = hsc.claimed(header);

    hsc.report(drained(ref));

    var task = hsc.task(ref);
    assertThat(task.status()).isEqualTo(dev.atf.model.TaskStatus.RETRIABLE_FAILURE);
    assertThat(task.attempt()).isEqualTo(1);
    var failure = Objects.requireNonNull(Objects.requireNonNull(task.outcome()).failure());
    assertThat(failure.code()).isEqualTo("EXECUTOR_DRAINED");
    assertThat(failure.message()).contains("100 times", "drainTimeout");
  }

  @Test
  @Tag("F32")
  void aHandlerThatOutlastsTheDrainsOfItsExecutorsIsNeitherCountedNorQuarantined() {
    var ref = hsc.claimed();

    for (int drains = 1; drains <= 5; drains++) {
      assertThat(hsc.report(stuck(ref)).getStatus()).isEqualTo(TaskStatus.NEW);
      var task = hsc.task(ref);
      assertThat(task.attempt()).isZero();
      assertThat(task.deaths()).isZero();
      assertThat(task.drains()).isEqualTo(drains);
      ref = hsc.releasedAgain(ref);
      hsc.claim(ref);
    }
  }

  @Test
  @Tag("F32")
  void stuckDrainsBeyondTheirBoundCountAsAttemptsAndAreNoDeaths() {
    var header = hsc.header();
    hsc.store.create(Association.scheduled(header).withDrains(Limits.DRAINS_MAX));
    var ref = hsc.claimed(header);

    hsc.report(stuck(ref));

    assertThat(hsc.task(ref).attempt()).isEqualTo(1);
    assertThat(hsc.task(ref).deaths()).isZero();
  }

  private static AttemptResult.Builder stuck(TaskRef ref) {
    var result = died(ref, "exit code 71 (handler stuck)");
    result.getExecutorDiedBuilder().setDrained(true);
    return result;
  }

  @Test
  void drainOfATaskThatIsCancelledEndsIt() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));

    assertThat(hsc.report(drained(ref)).getStatus()).isEqualTo(TaskStatus.CANCELLED);
  }

  private static AttemptResult.Builder drained(TaskRef ref) {
    return returned(ref, "EXECUTOR_DRAINED");
  }
}
