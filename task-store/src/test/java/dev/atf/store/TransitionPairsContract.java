package dev.atf.store;

import static dev.atf.model.TaskStatus.CLAIMED;
import static dev.atf.model.TaskStatus.ENQUEUED;
import static dev.atf.model.TaskStatus.FATAL_FAILURE;
import static dev.atf.model.TaskStatus.NEW;
import static dev.atf.model.TaskStatus.PROCESSING;
import static dev.atf.model.TaskStatus.RETRIABLE_FAILURE;
import static dev.atf.model.TaskStatus.SUCCESS;
import static dev.atf.store.SampleTasks.full;
import static dev.atf.store.SampleTasks.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Association;
import dev.atf.model.Attempt;
import dev.atf.model.Change;
import dev.atf.model.ClaimId;
import dev.atf.model.Notes;
import dev.atf.model.Payload;
import dev.atf.model.TaskEvent;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Transition;
import dev.atf.model.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What happens when two callers who saw the same task both write. */
abstract class TransitionPairsContract {
  private static final int THREADS = 16;

  abstract Stores stores();

  // In the following four, every pair that is not listed is refused: the first of the two stands,
  // and the second finds it. After ":" stand the events that the first leaves possible.

  @Test
  void pairsOnAWaitingTask() {
    var expected =
        """
        HOLD: HOLD, RELEASE, GIVE_UP, DROP, CANCEL, RESCHEDULE, RUN_NOW
        RELEASE: CANCEL
        RESCHEDULE: GIVE_UP, DROP, CANCEL, RESCHEDULE, RUN_NOW
        RUN_NOW: GIVE_UP, DROP, CANCEL, RESCHEDULE, RUN_NOW
        """;
    assertThat(pairsThatBothApply(NEW, false)).isEqualTo(expected);
    assertThat(pairsThatBothApply(RETRIABLE_FAILURE, false)).isEqualTo(expected);
  }

  @Test
  void pairsOnAnEnqueuedTask() {
    // A second push never costs anybody the claim: where it moved the alarm behind the lease, the
    // claim that moves it back is the one to make. A claim leaves nothing to the others.
    assertThat(pairsThatBothApply(ENQUEUED, false))
        .isEqualTo(
            """
            PUSH_AGAIN: PUSH_FAILED, PARK, CLAIM_AND_MOVE_ALARM, GIVE_UP, DROP, CANCEL, RESCHEDULE
            PUSH_FAILED: PUSH_FAILED, PARK, CLAIM, CLAIM_AND_MOVE_ALARM, GIVE_UP, DROP, CANCEL, RESCHEDULE
            PARK: GIVE_UP, DROP, CANCEL, RESCHEDULE
            RESCHEDULE: GIVE_UP, DROP, CANCEL, RESCHEDULE
            """);
  }

  @Test
  void pairsOnADeadLetter() {
    // A second redrive finds a task that is not dead any more.
    assertThat(pairsThatBothApply(FATAL_FAILURE, false)).isEmpty();
  }

  @Test
  void pairsOnATaskWhoseChildrenAreToBeMade() {
    // A second consumer finds that they are; nothing else may be done to what has succeeded.
    assertThat(pairsThatBothApply(SUCCESS, false)).isEmpty();
  }

  @Test
  void oneOfManyConcurrentSettlesWins() throws Exception {
    var task = SampleTasks.withOutbox(full(SUCCESS));
    stores().associations().create(task);

    var results = concurrently(number -> SampleTransitions.of(TaskEvent.SETTLE, task));

    var winner = theOnlyWinner(results);
    assertThat(winner.isUnsettled()).isFalse();
    assertThat(losers(results)).hasSize(THREADS - 1).containsOnly(winner);
  }

  @Test
  void pairsOnARunningTask() {
    // A heartbeat refuses every expiry; a cancel request refuses whatever would run the task again.
    var expected =
        """
        HEARTBEAT: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_RETRIABLY, FAIL_FATALLY, RETURN, REQUEST_CANCEL
        LOOK_AGAIN: HEARTBEAT, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_RETRIABLY, FAIL_FATALLY, RETURN, EXPIRE, EXPIRE_FATALLY, REQUEST_CANCEL
        REQUEST_CANCEL: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, REQUEST_CANCEL
        """;
    assertThat(pairsThatBothApply(CLAIMED, false)).isEqualTo(expected);
    assertThat(pairsThatBothApply(PROCESSING, false)).isEqualTo(expected);
  }

  @Test
  void pairsOnARunningTaskThatIsToBeCancelled() {
    var expected =
        """
        HEARTBEAT: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, CONFIRM_CANCEL, REQUEST_CANCEL
        LOOK_AGAIN: HEARTBEAT, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, CONFIRM_CANCEL, EXPIRE_CANCELLED, REQUEST_CANCEL
        REQUEST_CANCEL: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, CONFIRM_CANCEL, EXPIRE_CANCELLED, REQUEST_CANCEL
        """;
    assertThat(pairsThatBothApply(CLAIMED, true)).isEqualTo(expected);
    assertThat(pairsThatBothApply(PROCESSING, true)).isEqualTo(expected);
  }

  @Test
  void theFirstOfTwoResultsStands() {
    var task = full(PROCESSING);
    stores().associations().create(task);
    var first = SampleTransitions.of(TaskEvent.SUCCEED, task);

    var applied = stores().transitions().apply(first);
    var refused =
        stores().transitions().apply(SampleTransitions.byAnother(TaskEvent.FAIL_FATALLY, task));

    assertThat(applied).isEqualTo(new TransitionResult.Applied(first.applyTo(task)));
    assertThat(refused).isEqualTo(new TransitionResult.Refused(Optional.of(first.applyTo(task))));
  }

  @Test
  void aRepeatedResultFindsItself() {
    var task = full(PROCESSING);
    stores().associations().create(task);
    var result = SampleTransitions.of(TaskEvent.SUCCEED, task);

    var applied = (TransitionResult.Applied) stores().transitions().apply(result);
    var refused = (TransitionResult.Refused) stores().transitions().apply(result);

    assertThat(refused.found()).contains(applied.after());
  }

  @Test
  void anExpiryIsRefusedAfterAHeartbeatAndAHeartbeatAfterAnExpiry() {
    var beating = full(PROCESSING);
    var expiring = full(PROCESSING);

    assertThat(inOrder(beating, TaskEvent.HEARTBEAT, TaskEvent.EXPIRE)).isEqualTo(PROCESSING);
    assertThat(inOrder(expiring, TaskEvent.EXPIRE, TaskEvent.HEARTBEAT))
        .isEqualTo(RETRIABLE_FAILURE);
  }

  @Test
  void numberedNotesAreNotReplacedByEarlierOnesAndANewClaimBeginsAnew() {
    var before = full(PROCESSING);
    stores().associations().create(before);
    var attempt = new Attempt(new TaskRef(before.taskId(), before.epoch()), SampleTasks.CLAIM);
    var lambda = before.header().lambda();
    var notes = new Notes(new Payload(new byte[] {'7'}, Payload.JSON), null);
    var lease = SampleTransitions.LATER_LEASE;

    var later =
        stores().transitions().apply(Transitions.heartbeat(attempt, lambda, lease, notes, 5));
    var earlier =
        stores().transitions().apply(Transitions.heartbeat(attempt, lambda, lease, notes, 4));
    var silent =
        stores().transitions().apply(Transitions.heartbeat(attempt, lambda, lease, Notes.NONE, 4));

    assertThat(later).isInstanceOf(TransitionResult.Applied.class);
    assertThat(earlier).isInstanceOf(TransitionResult.Refused.class);
    assertThat(silent).isInstanceOf(TransitionResult.Applied.class);
    assertThat(found(before).lease()).extracting("notesSequence").isEqualTo(5L);

    stores().transitions().apply(SampleTransitions.of(TaskEvent.FAIL_RETRIABLY, before));
    var failed = found(before);
    stores().transitions().apply(SampleTransitions.of(TaskEvent.RELEASE, failed));
    var released = found(before);
    stores().transitions().apply(SampleTransitions.of(TaskEvent.CLAIM_AND_MOVE_ALARM, released));
    var next = new Attempt(new TaskRef(before.taskId(), released.epoch()), SampleTasks.CLAIM);

    assertThat(stores().transitions().apply(Transitions.heartbeat(next, lambda, lease, notes, 1)))
        .isInstanceOf(TransitionResult.Applied.class);
    assertThat(found(before).lease()).extracting("notesSequence").isEqualTo(1L);
  }

  @Test
  void oneOfManyConcurrentClaimsWins() throws Exception {
    var task = full(ENQUEUED);
    stores().associations().create(task);

    var results =
        concurrently(
            number ->
                Transitions.claim(
                    new Attempt(
                        new TaskRef(task.taskId(), task.epoch()),
                        new ClaimId("%016x".formatted(number + 1))),
                    task.header().lambda(),
                    SampleTasks.OWNER,
                    SampleTasks.NOW,
                    SampleTasks.LEASE_UNTIL));

    var winner = theOnlyWinner(results);
    assertThat(stores().associations().find(task.taskId())).contains(winner);
    assertThat(winner.attempt()).isEqualTo(task.attempt() + 1);
    assertThat(losers(results)).hasSize(THREADS - 1).containsOnly(winner);
    assertThat(Objects.requireNonNull(winner.lease()).claimId()).isNotEqualTo(SampleTasks.CLAIM);
  }

  @Test
  void oneOfManyConcurrentReleasesWins() throws Exception {
    var task = full(NEW);
    stores().associations().create(task);

    var results = concurrently(number -> SampleTransitions.of(TaskEvent.RELEASE, task));

    var winner = theOnlyWinner(results);
    assertThat(winner.epoch()).isEqualTo(task.epoch() + 1);
    assertThat(losers(results)).hasSize(THREADS - 1).containsOnly(winner);
  }

  @Test
  void oneOfManyConcurrentOutcomesWins() throws Exception {
    var task = full(PROCESSING);
    stores().associations().create(task);

    var results =
        concurrently(
            number ->
                number % 2 == 0
                    ? SampleTransitions.of(TaskEvent.SUCCEED, task)
                    : SampleTransitions.byAnother(TaskEvent.EXPIRE, task));

    var winner = theOnlyWinner(results);
    assertThat(stores().associations().find(task.taskId())).contains(winner);
    assertThat(losers(results)).hasSize(THREADS - 1).containsOnly(winner);
  }

  /** Tries every pair in both orders against the model, and tells which both were written. */
  private String pairsThatBothApply(TaskStatus status, boolean cancelRequested) {
    var lines = new StringBuilder();
    for (var first : SampleTransitions.events()) {
      var possible =
          SampleTransitions.events().stream()
              .filter(second -> bothApply(status, cancelRequested, first, second))
              .map(TaskEvent::name)
              .collect(Collectors.joining(", "));
      if (!possible.isEmpty()) {
        lines.append(first).append(": ").append(possible).append('\n');
      }
    }
    return lines.toString();
  }

  private boolean bothApply(
      TaskStatus status, boolean cancelRequested, TaskEvent first, TaskEvent second) {
    var task = status == SUCCESS ? SampleTasks.withOutbox(full(status)) : full(status);
    if (cancelRequested) {
      task = with(task, new Change.RequestCancel());
    }
    var one = SampleTransitions.of(first, task);
    var other = SampleTransitions.byAnother(second, task);
    return one.failing(task).isEmpty()
        && other.failing(task).isEmpty()
        && bothApply(task, one, other);
  }

  private boolean bothApply(Association task, Transition one, Transition other) {
    stores().associations().create(task);
    var afterOne = one.applyTo(task);
    assertThat(stores().transitions().apply(one)).isEqualTo(new TransitionResult.Applied(afterOne));

    var result = stores().transitions().apply(other);

    var applies = other.failing(afterOne).isEmpty();
    var end = applies ? other.applyTo(afterOne) : afterOne;
    assertThat(result)
        .isEqualTo(
            applies
                ? new TransitionResult.Applied(end)
                : new TransitionResult.Refused(Optional.of(afterOne)));
    assertThat(stores().associations().find(task.taskId())).contains(end);
    return applies;
  }

  private Association found(Association task) {
    return stores().associations().find(task.taskId()).orElseThrow();
  }

  private TaskStatus inOrder(Association task, TaskEvent first, TaskEvent second) {
    stores().associations().create(task);
    assertThat(stores().transitions().apply(SampleTransitions.of(first, task)))
        .isInstanceOf(TransitionResult.Applied.class);
    assertThat(stores().transitions().apply(SampleTransitions.byAnother(second, task)))
        .isInstanceOf(TransitionResult.Refused.class);
    return stores().associations().find(task.taskId()).orElseThrow().status();
  }

  private List<TransitionResult> concurrently(IntFunction<Transition> transition) throws Exception {
    var start = new CyclicBarrier(THREADS);
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      var calls = new ArrayList<java.util.concurrent.Future<TransitionResult>>();
      for (int i = 0; i < THREADS; i++) {
        var mine = transition.apply(i);
        calls.add(
            threads.submit(
                () -> {
                  start.await(1, TimeUnit.MINUTES);
                  return stores().transitions().apply(mine);
                }));
      }
      var results = new ArrayList<TransitionResult>();
      for (var call : calls) {
        results.add(call.get(1, TimeUnit.MINUTES));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Association theOnlyWinner(List<TransitionResult> results) {
    var winners =
        results.stream()
            .filter(TransitionResult.Applied.class::isInstance)
            .map(result -> ((TransitionResult.Applied) result).after())
            .toList();
    assertThat(winners).hasSize(1);
    return winners.get(0);
  }

  private static List<Association> losers(List<TransitionResult> results) {
    return results.stream()
        .filter(TransitionResult.Refused.class::isInstance)
        .map(result -> ((TransitionResult.Refused) result).found().orElseThrow())
        .toList();
  }
}
