package dev.atf.hsc.claim;

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
import dev.atf.hsc.HscFixture;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Transitions;
import dev.atf.protocol.NoteLimits;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Checkpoint;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.store.testing.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HeartbeatNotesTest {
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
  void storesFinalNotesWithTheResult() {
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
  void ignoresNotesOfLostClaims() {
    var ref = hsc.claimed();
    hsc.report(retriable(ref, "TIMEOUT"));

    var reply = beat(ref, notes(ref).setCheckpoint(checkpoint("too late")));

    assertThat(reply.getLostList()).containsExactly(ref.taskId().value());
    assertThat(hsc.task(ref).notes()).isEqualTo(Notes.NONE);
  }

  @Test
  void storesNotesThoughTheLeaseIsNotExtended() {
    try (var changed =
        new HscFixture(HscFixture.DEFINITION.withLeaseTimeout(Duration.ofMinutes(10)))) {
      var ref = changed.claimed();
      changed.define(HscFixture.DEFINITION.withLeaseTimeout(Duration.ofMinutes(1)));
      var before = changed.task(ref).lease();

      var reply =
          changed.hsc.heartbeat(beatOf(ref).addNotes(notes(ref).setProgress(json("7"))).build());

      assertThat(reply.getLostList()).isEmpty();
      assertThat(changed.task(ref).notes().progress()).isEqualTo(payload("7", Payload.JSON));
      assertThat(changed.task(ref).lease()).isEqualTo(before);
    }
  }

  @Test
  void aDelayedHeartbeatExtendsTheLeaseAndDoesNotReplaceLaterNotes() {
    var ref = hsc.claimed();
    var late = numbered(ref, 1, "\"early\"").setCheckpoint(checkpoint("page 1"));
    beat(ref, numbered(ref, 2, "\"later\"").setCheckpoint(checkpoint("page 2")));
    var before = leaseUntil(ref);
    hsc.clock.advance(Duration.ofSeconds(5));

    var reply = beat(ref, late);

    assertThat(reply.getLostList()).isEmpty();
    assertThat(leaseUntil(ref)).isEqualTo(before.plusSeconds(5));
    assertThat(hsc.task(ref).notes())
        .isEqualTo(new Notes(payload("\"later\"", Payload.JSON), payload("page 2", "text/plain")));
  }

  @Test
  void aHeartbeatThatIsBehindInAllRespectsChangesNothingAndIsHeld() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));
    beat(ref, numbered(ref, 2, "2"));
    var before = hsc.task(ref);
    hsc.clock.set(NOON);

    assertThat(beat(ref, numbered(ref, 1, "1")).getLostList()).isEmpty();
    assertThat(hsc.task(ref)).isEqualTo(before);
  }

  @Test
  void theNextAttemptNumbersItsNotesFromOne() {
    var ref = hsc.claimed();
    beat(ref, numbered(ref, 7, "7"));
    hsc.report(retriable(ref, "TIMEOUT"));
    var next = hsc.releasedAgain(ref);
    hsc.claim(next);

    beat(next, numbered(next, 1, "1"));

    assertThat(hsc.task(next).notes().progress()).isEqualTo(payload("1", Payload.JSON));
  }

  @Test
  void notesWithoutANumberReplaceOthersAsTheyCome() {
    var ref = hsc.claimed();
    beat(ref, numbered(ref, 7, "7"));

    beat(ref, notes(ref).setProgress(json("8")));

    assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload("8", Payload.JSON));
  }

  @Test
  void numberedNotesWhoseAnswerWasLostAreKeptAndTheLeaseIsExtended() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));
    hsc.faults.failNext(Fault.REPLY_LOST);

    var reply = beat(ref, numbered(ref, 1, "1"));

    assertThat(reply.getLostList()).isEmpty();
    assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload("1", Payload.JSON));
  }

  @Test
  void notesAreKeptAlsoWhereAnotherHeartbeatExtendsTheLaterLeaseOnceMore() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));
    hsc.heartbeat(ref);
    var attempt = new Attempt(ref, new ClaimId(CLAIM));
    var further = leaseUntil(ref).plusSeconds(60);
    hsc.clock.set(NOON);
    hsc.faults.beforeNext(() -> {});
    hsc.faults.beforeNext(
        () ->
            hsc.store.apply(Transitions.heartbeat(attempt, LAMBDA, further, Notes.NONE, 0, false)));

    var reply = beat(ref, numbered(ref, 1, "1"));

    assertThat(reply.getLostList()).isEmpty();
    assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload("1", Payload.JSON));
    assertThat(leaseUntil(ref)).isEqualTo(further);
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
  void notesThatCannotBeKeptAreDroppedAndCountedAndTheLeaseIsExtended() {
    var ref = hsc.claimed();
    var other = hsc.claimed();
    var third = hsc.claimed();
    var before = hsc.task(ref);
    hsc.clock.advance(Duration.ofSeconds(5));
    var tooLarge = ByteString.copyFrom(new byte[Limits.CHECKPOINT_BYTES_MAX + 1]);
    var request =
        beatOf(ref, third)
            .addNotes(notes(other).setProgress(json("1")))
            .addNotes(
                notes(ref)
                    .setProgress(json("\"" + "x".repeat(1_023) + "\""))
                    .setCheckpoint(checkpoint("page 1")))
            .addNotes(notes(ref).setProgress(json("2")))
            .addNotes(notes(third).setCheckpoint(Checkpoint.newBuilder().setData(tooLarge)))
            .addNotes(AttemptNotes.newBuilder().setTaskId("../etc"))
            .build();

    var reply = hsc.hsc.heartbeat(request);

    assertThat(reply.getLostList()).isEmpty();
    for (var held : List.of(ref, third)) {
      assertThat(Objects.requireNonNull(hsc.task(held).lease()).until())
          .isEqualTo(Objects.requireNonNull(before.lease()).until().plusSeconds(5));
    }
    assertThat(hsc.task(ref).notes()).isEqualTo(new Notes(null, payload("page 1", "text/plain")));
    assertThat(hsc.task(third).notes()).isEqualTo(Notes.NONE);
    assertThat(hsc.task(other).notes()).isEqualTo(Notes.NONE);
    assertThat(hsc.count("atf.hsc.notes.dropped", "call", "heartbeat")).isEqualTo(5);
  }

  @Test
  void moreNotesThanAttemptsAreDroppedAndNotTheHeartbeat() {
    var ref = hsc.claimed();
    var request = beatOf(ref).addNotes(notes(ref).setProgress(json("1")));
    for (int i = 0; i < 1_000; i++) {
      request.addNotes(AttemptNotes.getDefaultInstance());
    }

    assertThat(hsc.hsc.heartbeat(request.build()).getLostList()).isEmpty();
    assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload("1", Payload.JSON));
  }

  @Test
  void theLongestContentTypeOfAnExecutorIsKeptAndALongerOneCostsNoSuccess() {
    var longest = "application/" + "x".repeat(NoteLimits.CONTENT_TYPE_CHARS_MAX - 12);
    var ref = hsc.claimed();
    beat(ref, notes(ref).setCheckpoint(checkpoint("page 1").toBuilder().setContentType(longest)));
    assertThat(hsc.task(ref).notes().checkpoint()).isEqualTo(payload("page 1", longest));

    var last = notes(ref).setProgress(json("9"));
    var verdict =
        hsc.report(
            success(ref, "{}")
                .setNotes(
                    last.setCheckpoint(
                        checkpoint("page 9").toBuilder().setContentType(longest + "x"))));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(hsc.task(ref).notes())
        .isEqualTo(new Notes(payload("9", Payload.JSON), payload("page 1", longest)));
    assertThat(hsc.count("atf.hsc.notes.dropped", "call", "result")).isEqualTo(1);
  }

  @Test
  void progressIsOneJsonValue() {
    var ref = hsc.claimed();
    for (var good : List.of("1", "\"half\"", "null", "[1,{\"a\":[]}]", " {} ")) {
      beat(ref, notes(ref).setProgress(json(good)));
      assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload(good, Payload.JSON));
    }
    var bad =
        Stream.concat(
            Stream.of("", "{", "1 2", "nope", "{\"a\":}", "[1,]", "{} x")
                .map(HeartbeatNotesTest::json),
            Stream.of(ByteString.copyFrom("1".getBytes(StandardCharsets.UTF_16))));
    var dropped = 0;
    for (var progress : bad.toList()) {
      assertThat(beat(ref, notes(ref).setProgress(progress)).getLostList()).isEmpty();
      assertThat(hsc.task(ref).notes().progress()).isEqualTo(payload(" {} ", Payload.JSON));
      assertThat(hsc.count("atf.hsc.notes.dropped", "call", "heartbeat"))
          .as("%s", progress)
          .isEqualTo(++dropped);
    }
  }

  @Test
  void notesOfAnotherTaskBesideAResultAreDropped() {
    var ref = hsc.claimed();
    var stranger =
        AttemptNotes.newBuilder()
            .setTaskId("0123456789abcdef0123456789abcdef")
            .setProgress(json("1"));

    assertThat(hsc.report(success(ref, "{}").setNotes(stranger)).getVerdict())
        .isEqualTo(Verdict.RECORDED);
    assertThat(hsc.task(ref).notes()).isEqualTo(Notes.NONE);
    assertThat(hsc.count("atf.hsc.notes.dropped", "call", "result")).isEqualTo(1);
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

  private static AttemptNotes.Builder numbered(TaskRef ref, long sequence, String progress) {
    return notes(ref).setSequence(sequence).setProgress(json(progress));
  }

  private static Instant leaseUntil(TaskRef ref) {
    return Objects.requireNonNull(hsc.task(ref).lease()).until();
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
