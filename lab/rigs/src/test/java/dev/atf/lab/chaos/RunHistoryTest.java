package dev.atf.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.chaos.RunHistory.Word;
import dev.atf.model.Alarm;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Change;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transitions;
import dev.atf.simulation.world.Operation.Kind;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that each false step in a history is found, by the law that it violates, and that a true
 * history passes.
 */
final class RunHistoryTest {
  private static final Duration LONG = ForgedHistory.LEASE.multipliedBy(2);

  @Test
  void aTaskThatSucceedsAtOnceBreaksNoLaw() {
    assertThat(succeeding().broken()).isEmpty();
  }

  @Test
  void aTaskWhoseExecutorDiesAndThatSucceedsThenBreaksNoLaw() {
    var history = running("a").later(LONG);

    history.does(expired(history)).ended("1");

    assertThat(again(history, "2").effect("2").ended("2").succeeded("b").broken()).isEmpty();
  }

  @Test
  void acceptsExecutionEventsHeardBeforeTheirClaim() {
    var history = ForgedHistory.of(Kind.SUCCEED).created().released();

    history.says(Word.BEGUN, "1", 1, 1).says(Word.EFFECT_ACCEPTED, "1", 1, 1).claimed("a");

    assertThat(history.ended("1").succeeded("a").broken()).isEmpty();
  }

  @Test
  void anExecutionThatWasStoppedInTheMiddleMayBeOvertaken() {
    var history = running("a").stopped("1").later(LONG);

    history.does(expired(history));

    assertThat(again(history, "2").effect("2").ended("2").succeeded("b").broken()).isEmpty();
  }

  @Test
  void aTaskThatIsParkedBecauseItsExecutorsDiedBreaksNoLaw() {
    assertThat(exhausted(ForgedHistory.ATTEMPTS_MAX).broken()).isEmpty();
  }

  static Stream<Arguments> lies() {
    return Stream.of(
        lie("what was acknowledged ends", running("a").ended("1")),
        lie("what was acknowledged ends", ForgedHistory.of(Kind.SUCCEED).promised(other())),
        lie("one task for each key", succeeding().promised(other())),
        lie("nothing vanishes", succeeding().deleted()),
        lie("never twice at the same time", overtaken()),
        lie("no stale effect reaches the world", staleEffect()),
        lie("no stale effect reaches the world", running("a").ended("1").succeeded("a")),
        lie("no stale effect reaches the world", running("a").effect("1").effect("1")),
        lie("no stale effect is accepted", running("a").effect("1").ended("1").succeeded("a", 0)),
        lie("pushes grow rare", pushedTooSoon()),
        lie("one outcome, unchanged", changedOutcome()),
        lie("epochs grow", running("a").changed(new Change.SetEpoch(7))),
        lie("epochs grow", claimedTwice()),
        lie("attempts are counted and bounded", exhausted(ForgedHistory.ATTEMPTS_MAX + 1)),
        lie(
            "attempts are counted and bounded",
            released().claimed("a").says(Word.BEGUN, "1", 1, 2)),
        lie("attempts are counted and bounded", uncounted()),
        lie("a lease is kept", takenEarly()),
        lie("a cancel is heeded", cancelIgnored()),
        lie("nothing after a final cancel", begunAfterCancel()),
        lie("never before its time", releasedEarly()),
        lie("every unfinished task has its alarm", running("a").changed(new Change.ClearTrigger())),
        lie("only what the lifecycle knows", running("a").changed(status(TaskStatus.NEW))),
        lie("only what the lifecycle knows", claimedUnreleased()),
        lie("claims are rightful", claimedAfterDeadline()),
        lie("what runs was claimed", released().says(Word.BEGUN, "1", 1, 1)),
        lie("a task ends as its operation says", running("a").failed("a", "STALE").ended("1")),
        lie("a task ends as its operation says", cancelledUnasked()),
        lie("a task ends as its operation says", fatalThatSucceeds()));
  }

  @ParameterizedTest(name = "{0} ({index})")
  @MethodSource("lies")
  void aLieIsNoticedByTheLawThatItBreaks(String law, ForgedHistory history) {
    assertThat(history.broken()).anyMatch(violation -> violation.startsWith(law));
  }

  private static Arguments lie(String law, ForgedHistory history) {
    return Arguments.of(law, history);
  }

  private static ForgedHistory released() {
    return ForgedHistory.of(Kind.SUCCEED).created().released();
  }

  private static ForgedHistory running(String claimId) {
    return released().claimed(claimId).begun("1");
  }

  private static ForgedHistory succeeding() {
    return running("a").effect("1").ended("1").succeeded("a");
  }

  private static ForgedHistory again(ForgedHistory history, String process) {
    return history.released().claimed("b").begun(process);
  }

  private static TaskId other() {
    return new TaskId("1".repeat(32));
  }

  private static Change status(TaskStatus status) {
    return new Change.SetStatus(status);
  }

  private static dev.atf.model.task.Transition expired(ForgedHistory history) {
    var task = history.task();
    return ExpiryTransitions.expire(
        new EndedLease(
            new TaskRef(task.taskId(), task.epoch()),
            history.leaseUntil(),
            task.attempt(),
            task.deaths() + 1),
        ForgedHistory.failure("LEASE_EXPIRED"),
        history.now(),
        history.now());
  }

  private static ForgedHistory overtaken() {
    var history = running("a").later(LONG);
    return again(history.does(expired(history)), "2");
  }

  private static ForgedHistory staleEffect() {
    return overtaken().says(Word.EFFECT_ACCEPTED, "1", 1, 1);
  }

  private static ForgedHistory changedOutcome() {
    return succeeding()
        .changed(
            status(TaskStatus.FATAL_FAILURE),
            new Change.AddHistory(
                new HistoryEntry(ForgedHistory.START, TaskEvent.FAIL_FATALLY, 1, 1, "forged")));
  }

  private static ForgedHistory claimedTwice() {
    return running("a")
        .ended("1")
        .changed(status(TaskStatus.ENQUEUED))
        .later(Duration.ofSeconds(1))
        .claimed("b");
  }

  private static ForgedHistory exhausted(int attempts) {
    var history = ForgedHistory.of(Kind.SUCCEED).created();
    for (int i = 1; i <= attempts; i++) {
      history.released().claimed("c" + i).begun("1").ended("1");
      if (i < attempts) {
        history.failedRetriably("c" + i).later(Duration.ofSeconds(1));
      } else {
        history.failed("c" + i, "ATTEMPTS_EXHAUSTED");
      }
    }
    return history;
  }

  private static ForgedHistory uncounted() {
    var history = released();
    return history.changed(
        status(TaskStatus.CLAIMED),
        new Change.AddHistory(
            new HistoryEntry(history.now(), TaskEvent.CLAIM, 1, 0, "without an attempt")));
  }

  private static ForgedHistory takenEarly() {
    var history = running("a").later(Duration.ofSeconds(1));
    return history.does(expired(history));
  }

  private static ForgedHistory cancelIgnored() {
    var history = running("a");
    return history
        .does(ClientTransitions.requestCancel(history.taskId, history.now(), "forged"))
        .failedRetriably("a");
  }

  private static ForgedHistory begunAfterCancel() {
    var history = released().claimed("a").changed(status(TaskStatus.ENQUEUED));
    return history
        .does(
            ClientTransitions.cancel(
                history.taskId, ForgedHistory.failure("CANCELLED"), ForgedHistory.ending()))
        .begun("1");
  }

  private static ForgedHistory releasedEarly() {
    var history = ForgedHistory.of(Kind.SUCCEED).created();
    var trigger = new Trigger(Alarm.DUE, history.now().plusSeconds(9));
    return history
        .changed(new Change.SetTrigger(trigger))
        .does(
            Transitions.release(
                history.taskId, 0, trigger.at(), history.now(), history.now().plusSeconds(30)));
  }

  private static ForgedHistory pushedTooSoon() {
    var history = released().later(Duration.ofSeconds(30));
    var alarm = history.alarmAt();
    return history.does(
        Transitions.pushAgain(
            new TaskRef(history.taskId, history.task().epoch()), alarm, 2, alarm.plusSeconds(1)));
  }

  private static ForgedHistory claimedUnreleased() {
    return ForgedHistory.of(Kind.SUCCEED).created().changed(new Change.SetEpoch(1)).claimed("a");
  }

  private static ForgedHistory claimedAfterDeadline() {
    return released().later(Duration.ofDays(2)).claimed("a");
  }

  private static ForgedHistory cancelledUnasked() {
    var history = released();
    return history.does(
        ClientTransitions.cancel(
            history.taskId, ForgedHistory.failure("CANCELLED"), ForgedHistory.ending()));
  }

  private static ForgedHistory fatalThatSucceeds() {
    return ForgedHistory.of(Kind.FAIL_FATALLY)
        .created()
        .released()
        .claimed("a")
        .begun("1")
        .effect("1")
        .ended("1")
        .succeeded("a");
  }
}
