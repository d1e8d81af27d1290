package dev.atf.executor.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.Rig;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.Work;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests when progress and checkpoints of handlers are sent. */
final class AttemptNotesTest {
  private final Rig rig = new Rig((payload, context) -> Outcome.success());
  private final Work work = FakeCluster.work("a", Rig.LAMBDA, "{}");

  record Place(String file, int line) {}

  private TaskContext contextOf(RunningAttempt attempt) {
    return new AttemptContext(
        attempt,
        AttemptSpans.OFF.begin(attempt.work()),
        rig.clock,
        new ObjectMapper(),
        rig.staging.of(attempt.work(), attempt.ref()));
  }

  private TaskContext contextOf(Work some) {
    return contextOf(new RunningAttempt(some, rig.clock.nanos()));
  }

  private static AttemptNotes known(Rig rig) {
    return Optional.ofNullable(rig.cluster.notes.get("a")).orElseThrow();
  }

  private List<AttemptNotes> notesOfHeartbeat(int index) {
    return rig.cluster.heartbeats.get(index).getNotesList();
  }

  @Test
  void theLatestWordGoesWithTheNextHeartbeatAndOnlyOnce() throws Exception {
    var context = contextOf(rig.holds("a"));
    context.progress(Map.of("percent", 10));
    context.progress(Map.of("percent", 20));
    context.checkpoint(new Place("big.csv", 7));
    assertThat(rig.cluster.heartbeats).isEmpty();

    rig.heartbeat.turn();
    rig.heartbeat.turn();

    assertThat(notesOfHeartbeat(0)).hasSize(1);
    var notes = notesOfHeartbeat(0).get(0);
    assertThat(notes.getTaskId()).isEqualTo("a");
    assertThat(notes.getProgress().toStringUtf8()).isEqualTo("{\"percent\":20}");
    assertThat(notes.getCheckpoint().getData().toStringUtf8())
        .isEqualTo("{\"file\":\"big.csv\",\"line\":7}");
    assertThat(notes.getCheckpoint().getContentType()).isEqualTo("application/json");
    assertThat(notesOfHeartbeat(1)).isEmpty();
  }

  @Test
  void onlyWhatChangedIsSentAgain() throws Exception {
    var context = contextOf(rig.holds("a"));
    context.progress(1);
    context.checkpoint(1);
    rig.heartbeat.turn();
    context.progress(2);
    context.checkpoint(1);

    rig.heartbeat.turn();

    assertThat(notesOfHeartbeat(1).get(0).getProgress().toStringUtf8()).isEqualTo("2");
    assertThat(notesOfHeartbeat(1).get(0).hasCheckpoint()).isFalse();
  }

  @Test
  void numbersEachSendingHigherEvenAfterLostReplies() throws Exception {
    var context = contextOf(rig.holds("a"));
    context.progress(1);
    rig.cluster.lostHeartbeatReplies.set(1);
    rig.heartbeat.turn();
    rig.heartbeat.turn();
    context.checkpoint(2);
    rig.heartbeat.turn();

    assertThat(List.of(0, 1, 2))
        .extracting(index -> notesOfHeartbeat(index).get(0).getSequence())
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void notesWrittenDuringAHeartbeatGoWithTheNext() throws Exception {
    var context = contextOf(rig.holds("a"));
    context.progress(1);
    rig.cluster.duringCall = () -> context.progress(2);
    rig.heartbeat.turn();
    rig.cluster.duringCall = () -> {};

    rig.heartbeat.turn();

    assertThat(notesOfHeartbeat(0).get(0).getProgress().toStringUtf8()).isEqualTo("1");
    assertThat(notesOfHeartbeat(1).get(0).getProgress().toStringUtf8()).isEqualTo("2");
  }

  @Test
  void resendsUnacknowledgedNotesEvenIfTheValueReverts() throws Exception {
    var context = contextOf(rig.holds("a"));
    context.progress(1);
    rig.heartbeat.turn();
    context.progress(2);
    rig.cluster.lostHeartbeatReplies.set(1);
    rig.heartbeat.turn();
    context.progress(1);

    rig.heartbeat.turn();

    assertThat(known(rig).getProgress().toStringUtf8()).isEqualTo("1");
  }

  @Test
  void checkpointSurvivesAFailureBeforeTheFirstHeartbeat() throws Exception {
    var failing =
        new Rig(
            (payload, context) -> {
              context.progress("reading");
              context.checkpoint(new Place("big.csv", 7));
              throw new IllegalStateException("at once");
            });
    failing.holds("a");
    failing.slot.turn();
    failing.slot.turn();

    var next = contextOf(failing.cluster.nextAttempt(work));

    assertThat(failing.cluster.heartbeats).isEmpty();
    assertThat(next.lastCheckpoint(Place.class)).contains(new Place("big.csv", 7));
    assertThat(failing.recorded(work).orElseThrow().getNotes().getProgress().toStringUtf8())
        .isEqualTo("\"reading\"");
  }

  @Test
  void aResultRepeatsOnlyWhatNoHeartbeatWasAcknowledgedFor() throws Exception {
    var rigs = new Rig[1];
    var successful =
        new Rig(
            (payload, context) -> {
              context.progress(1);
              context.checkpoint(1);
              rigs[0].heartbeat.turn();
              context.checkpoint(2);
              return Outcome.success();
            });
    rigs[0] = successful;
    successful.holds("a");
    successful.slot.turn();
    successful.slot.turn();

    var notes = successful.recorded(work).orElseThrow().getNotes();
    assertThat(notes.hasProgress()).isFalse();
    assertThat(notes.getCheckpoint().getData().toStringUtf8()).isEqualTo("2");
  }

  @Test
  void aReportStaysTheSameWhileHeartbeatsGoOn() throws Exception {
    var contexts = new TaskContext[1];
    var slow =
        new Rig(
            (payload, context) -> {
              contexts[0] = context;
              context.checkpoint(1);
              return Outcome.success();
            });
    slow.holds("a");
    slow.slot.turn();
    slow.cluster.lostResultReplies.set(1);
    slow.slot.turn();
    contexts[0].checkpoint(2);
    slow.cluster.held.put("a", FakeCluster.refOf(work));
    slow.heartbeat.turn();

    slow.slot.turn();

    assertThat(slow.running.all()).isEmpty();
    assertThat(known(slow).getCheckpoint().getData().toStringUtf8()).isEqualTo("1");
  }

  @Test
  void limitsProgressToOneKilobyteAndCheckpointsToFour() throws Exception {
    var attempt = rig.holds("a");
    var context = contextOf(attempt);
    context.progress("p".repeat(1_022));
    context.checkpoint("c".repeat(4_094));

    assertThatThrownBy(() -> context.progress("p".repeat(1_023)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("progress: 1025 bytes (expected: at most 1024)");
    assertThatThrownBy(() -> context.checkpoint("c".repeat(4_095)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("checkpoint: 4097 bytes (expected: at most 4096)");
    assertThatThrownBy(() -> context.checkpoint(new byte[4_097], "image/png"))
        .hasMessage("checkpoint: 4097 bytes (expected: at most 4096)");
    assertThatThrownBy(() -> context.checkpoint(new byte[1], "x".repeat(256)))
        .hasMessage("contentType: 256 characters (expected: at most 255)");
    assertThatThrownBy(() -> context.progress(new Object()))
        .hasMessage("progress: cannot be written as JSON: java.lang.Object");

    var kept = attempt.notes().unacknowledged().orElseThrow();
    assertThat(kept.getProgress().size()).isEqualTo(1_024);
    assertThat(kept.getCheckpoint().getData().size()).isEqualTo(4_096);
  }

  @Test
  void bytesAreKeptAsTheyAreAndCopied() throws Exception {
    var attempt = rig.holds("a");
    var data = new byte[] {1, 2};
    contextOf(attempt).checkpoint(data, "application/x-cursor");
    data[0] = 9;
    rig.heartbeat.turn();

    var left = contextOf(rig.cluster.nextAttempt(work)).lastCheckpoint().orElseThrow();

    assertThat(left.data()).containsExactly(1, 2);
    assertThat(left.contentType()).isEqualTo("application/x-cursor");
  }

  @Test
  void aCheckpointOfAnotherVersionIsSaidToBeUnreadable() throws Exception {
    contextOf(rig.holds("a")).checkpoint(List.of("old"));
    rig.heartbeat.turn();

    var next = contextOf(rig.cluster.nextAttempt(work));

    assertThatThrownBy(() -> next.lastCheckpoint(Place.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the last checkpoint is unreadable: ");
    assertThat(contextOf(work).lastCheckpoint(Place.class)).isEmpty();
    assertThat(contextOf(work).lastCheckpoint()).isEmpty();
  }

  @Test
  void contextHasTheDeadlineAndTheNumberOfAttempts() {
    var giveUpAt = Instant.ofEpochSecond(1_800_000_000);
    var second = work.toBuilder().setMaxAttempts(3).setDeadline(ProtoTimes.proto(giveUpAt)).build();
    var third = second.toBuilder().setAttempt(3).build();

    assertThat(contextOf(second).maxAttempts()).isEqualTo(3);
    assertThat(contextOf(second).isLastAttempt()).isFalse();
    assertThat(contextOf(third).isLastAttempt()).isTrue();
    assertThat(contextOf(work).isLastAttempt()).isFalse();
    assertThat(contextOf(second).deadline()).contains(giveUpAt);
    assertThat(contextOf(work).deadline()).isEmpty();
  }
}
