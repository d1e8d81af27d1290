package dev.atf.hsc;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.attemptRef;
import static dev.atf.hsc.HscFixture.fatal;
import static dev.atf.hsc.HscFixture.retriable;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.model.ClientTransitions;
import dev.atf.model.Limits;
import dev.atf.model.Notes;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Checkpoint;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class NotesTest {
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
  void theNextAttemptIsGivenTheLastCheckpointAndItsDeadlineAndHowOftenItMayBeTried() {
    var ref = hsc.claimed();
    beat(ref, notes(ref).setCheckpoint(checkpoint("page 1")));
    beat(ref, notes(ref).setCheckpoint(checkpoint("page 2")));
    hsc.report(retriable(ref, "TIMEOUT"));

    var work = hsc.claim(hsc.releasedAgain(ref)).getClaimed();

    assertThat(work.getCheckpoint()).isEqualTo(checkpoint("page 2"));
    assertThat(work.getAttempt()).isEqualTo(2);
    assertThat(work.getMaxAttempts()).isEqualTo(10);
    assertThat(work.getDeadline()).isEqualTo(ProtoTimes.proto(NOON.plus(Duration.ofDays(30))));
  }

  @Test
  void theFirstAttemptFindsNoCheckpoint() {
    assertThat(hsc.claim(hsc.enqueued()).getClaimed().hasCheckpoint()).isFalse();
  }

  @Test
  void workShowsTheTimesThatTheTaskHasNow() {
    var ref = hsc.enqueued();
    hsc.apply(ClientTransitions.reschedule(ref.taskId(), 1, NOON, NOON.plusSeconds(5)));
    hsc.clock.set(NOON.plusSeconds(6));

    var work = hsc.claim(hsc.releasedAgain(ref)).getClaimed();

    assertThat(work.getScheduledAt()).isEqualTo(ProtoTimes.proto(NOON.plusSeconds(5)));
  }

  @Test
  void aHeartbeatThatSaysNothingLeavesWhatWasSaid() {
    var ref = hsc.claimed();
    beat(ref, notes(ref).setProgress(json("{\"done\":1}")).setCheckpoint(checkpoint("page 1")));
    beat(ref, notes(ref).setProgress(json("{\"done\":2}")));
    hsc.heartbeat(ref);

    assertThat(hsc.task(ref).notes())
        .isEqualTo(
            new Notes(payload("{\"done\":2}", Payload.JSON), payload("page 1", "text/plain")));
  }

  @Test
  void whatIsSaidLastComesWithTheResult() {
    List<Function<TaskRef, AttemptResult.Builder>> ends =
        List.of(
            ref -> success(ref, "{}"),
            ref -> success(ref, new byte[10_000]),
            ref -> retriable(ref, "TIMEOUT"),
            ref -> fatal(ref, "BROKEN"));
    for (var end : ends) {
      var ref = hsc.claimed();
      var said = AttemptNotes.newBuilder().setProgress(json("7"));

      hsc.report(end.apply(ref).setNotes(said.setCheckpoint(checkpoint("page 7"))));

      assertThat(hsc.task(ref).notes())
          .isEqualTo(new Notes(payload("7", Payload.JSON), payload("page 7", "text/plain")));
    }
  }

  @Test
  void aRepeatedResultFindsItselfWhateverWasSaidBesideIt() {
    var ref = hsc.claimed();
    hsc.report(success(ref, "{}").setNotes(notes(ref).setProgress(json("7"))));

    assertThat(hsc.report(success(ref, "{}")).getVerdict()).isEqualTo(Verdict.RECORDED);
  }

  @Test
  void whatTheHolderOfALostClaimSaysIsNotWritten() {
    var ref = hsc.claimed();
    hsc.report(retriable(ref, "TIMEOUT"));

    var reply = beat(ref, notes(ref).setCheckpoint(checkpoint("too late")));

    assertThat(reply.getLostList()).containsExactly(ref.taskId().value());
    assertThat(hsc.task(ref).notes()).isEqualTo(Notes.NONE);
  }

  @Test
  void whatIsSaidIsKeptAlsoWhereTheLeaseEndsLaterAlready() {
    try (var changed = new HscFixture(Definitions.withLease(Duration.ofMinutes(10)))) {
      var ref = changed.claimed();
      changed.define(Definitions.withLease(Duration.ofMinutes(1)));
      var before = changed.task(ref).lease();

      var reply =
          changed.hsc.heartbeat(beatOf(ref).addNotes(notes(ref).setProgress(json("7"))).build());

      assertThat(reply.getLostList()).isEmpty();
      assertThat(changed.task(ref).notes().progress()).isEqualTo(payload("7", Payload.JSON));
      assertThat(changed.task(ref).lease()).isEqualTo(before);
    }
  }

  @Test
  void notesOfTheLargestSizeAreKept() {
    var ref = hsc.claimed();
    var longest = "\"" + "x".repeat(Limits.PROGRESS_BYTES_MAX - 2) + "\"";
    var largest = ByteString.copyFrom(new byte[Limits.CHECKPOINT_BYTES_MAX]);

    beat(
        ref,
        notes(ref)
            .setProgress(json(longest))
            .setCheckpoint(Checkpoint.newBuilder().setData(largest).setContentType("text/plain")));

    assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload(longest, Payload.JSON));
  }

  @Test
  void whatIsWrongWithNotesIsToldAtOnceAndNoLeaseIsExtended() {
    var ref = hsc.claimed();
    var other = hsc.claimed();
    var before = hsc.task(ref);
    hsc.clock.advance(Duration.ofSeconds(5));
    var tooLarge = ByteString.copyFrom(new byte[Limits.CHECKPOINT_BYTES_MAX + 1]);
    var request =
        beatOf(ref)
            .addNotes(notes(other).setProgress(json("1")))
            .addNotes(notes(ref).setProgress(json("\"" + "x".repeat(1_023) + "\"")))
            .addNotes(notes(ref).setCheckpoint(Checkpoint.newBuilder().setData(tooLarge)))
            .build();

    assertThat(RefusedFields.of(() -> hsc.hsc.heartbeat(request)))
        .containsExactly(
            "notes[0].taskId", "notes[1].progress", "notes[2].checkpoint.data", "notes[2].taskId");
    assertThat(hsc.task(ref)).isEqualTo(before);
  }

  @Test
  void progressIsOneJsonValue() {
    var ref = hsc.claimed();
    for (var good : List.of("1", "\"half\"", "null", "[1,{\"a\":[]}]", " {} ")) {
      beat(ref, notes(ref).setProgress(json(good)));
      assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload(good, Payload.JSON));
    }
    for (var bad : List.of("", "{", "1 2", "nope", "{\"a\":}", "[1,]", "{} x")) {
      assertThat(RefusedFields.of(() -> beat(ref, notes(ref).setProgress(json(bad)))))
          .as(bad)
          .isNotEmpty()
          .containsOnly("notes[0].progress");
    }
    assertThat(
            RefusedFields.of(
                () ->
                    beat(
                        ref,
                        notes(ref)
                            .setProgress(
                                ByteString.copyFrom("1".getBytes(StandardCharsets.UTF_16))))))
        .containsExactly("notes[0].progress");
    assertThat(
            RefusedFields.of(
                () ->
                    hsc.report(
                        success(ref, "{}")
                            .setNotes(
                                AttemptNotes.newBuilder()
                                    .setTaskId("0123456789abcdef0123456789abcdef")
                                    .setProgress(json("{"))))))
        .containsExactly("results[0].notes.taskId", "results[0].notes.progress");
  }

  private static HeartbeatRequest.Builder beatOf(TaskRef... refs) {
    return HeartbeatRequest.newBuilder()
        .setExecutorId(EXECUTOR.value())
        .setLambda(LAMBDA.value())
        .addAllAttempts(Arrays.stream(refs).map(ref -> attemptRef(ref, CLAIM)).toList());
  }

  private static HeartbeatResponse beat(TaskRef ref, AttemptNotes.Builder notes) {
    return hsc.hsc.heartbeat(beatOf(ref).addNotes(notes).build());
  }

  private static AttemptNotes.Builder notes(TaskRef ref) {
    return AttemptNotes.newBuilder().setTaskId(ref.taskId().value());
  }

  private static ByteString json(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static Checkpoint checkpoint(String text) {
    return Checkpoint.newBuilder()
        .setData(ByteString.copyFromUtf8(text))
        .setContentType("text/plain")
        .build();
  }

  private static Payload payload(String text, String type) {
    return new Payload(text.getBytes(StandardCharsets.UTF_8), type);
  }
}
