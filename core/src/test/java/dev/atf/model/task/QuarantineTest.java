package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks whose attempts seem to kill their processes. */
final class QuarantineTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Lease SHARED =
      new Lease(new ClaimId("c1a1c1a1c1a1c1a1"), new ExecutorId("host:9:z"), NOW);
  private static final Lease ALONE = SHARED.withAlone(true);
  private static final Association TASK =
      Association.scheduled(
              new TaskHeader(
                  new TaskId("0123456789abcdef0123456789abcdef"),
                  new LambdaName("resize"),
                  new Priority("p"),
                  null,
                  0,
                  NOW,
                  NOW,
                  NOW.plusSeconds(600),
                  null))
          .withAttempt(5);

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1, 2, 2", "2, 2, 3", "3, 3, 4"})
  void onlyADeathWithNothingElseToRunCountsBeyondTwo(int before, int shared, int alone) {
    assertThat(Quarantine.deathsAfter(SHARED, before)).isEqualTo(shared);
    assertThat(Quarantine.deathsAfter(ALONE, before)).isEqualTo(alone);
  }

  @ParameterizedTest
  @CsvSource({"2, false", "3, true", "4, true"})
  void theThirdDeathEndsTheTaskIfItRanAlone(int deaths, boolean due) {
    assertThat(Quarantine.isDue(ALONE, deaths)).isEqualTo(due);
    assertThat(Quarantine.isDue(SHARED, deaths)).isFalse();
  }

  @Test
  void theFailureNamesTheLastDeathsAndWhoRanThem() {
    var task =
        with(TaskEvent.CLAIM, 1, 1, "by a")
            .and(TaskEvent.EXPIRE, 1, 1, "LEASE_EXPIRED: silent")
            .and(TaskEvent.CLAIM, 2, 2, "by b")
            .and(TaskEvent.EXPIRE, 2, 2, "LEASE_EXPIRED: silent")
            .and(TaskEvent.CLAIM_AND_MOVE_ALARM, 3, 3, "by c")
            .and(TaskEvent.FAIL_RETRIABLY, 3, 3, "EXECUTOR_DIED: exit code 1")
            .and(TaskEvent.RELEASE, 4, 0, "by nobody");

    var failure = Quarantine.failure(task.task(), ALONE, 3);

    assertThat(failure.code()).isEqualTo("QUARANTINED");
    assertThat(failure.message())
        .startsWith("its executor died, or stopped responding, 3 times in a row")
        .endsWith(": attempt 2 by b, attempt 3 by c, attempt 5 by host:9:z");
  }

  @Test
  void killsAndOtherFailuresAreNoDeaths() {
    var task =
        with(TaskEvent.EXPIRE, 1, 1, "LEASE_EXPIRED: silent")
            .and(TaskEvent.EXPIRE, 2, 2, "KILLED: by alice")
            .and(TaskEvent.FAIL_RETRIABLY, 3, 3, "HANDLER_THREW: no")
            .and(TaskEvent.REDRIVE, 4, 4, "EXECUTOR_DIED");

    assertThat(Quarantine.failure(task.task(), ALONE, 9).message())
        .endsWith(": attempt 1, attempt 5 by host:9:z");
  }

  private static Past with(TaskEvent event, int epoch, int attempt, String detail) {
    return new Past(TASK).and(event, epoch, attempt, detail);
  }

  /** Task with a history. */
  private record Past(Association task) {
    Past and(TaskEvent event, int epoch, int attempt, String detail) {
      var at = NOW.plusSeconds(epoch);
      var entry = new HistoryEntry(at, event, epoch, attempt, detail);
      return new Past(new Change.AddHistory(entry).apply(task));
    }
  }
}
