package dev.atf.store;

import static dev.atf.model.TaskStatus.ENQUEUED;
import static dev.atf.model.TaskStatus.NEW;
import static dev.atf.model.TaskStatus.PROCESSING;
import static dev.atf.model.TaskStatus.RETRIABLE_FAILURE;
import static dev.atf.model.TaskStatus.SUCCESS;
import static dev.atf.store.SampleTasks.full;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writes by several callers who read the same task, concurrently or one after another. */
public abstract class ConcurrentTransitionsContract {
  private static final int THREADS = 16;

  protected abstract Stores stores();

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
  @Tag("E9.6")
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
  @Tag("E2.6")
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
        stores()
            .transitions()
            .apply(Transitions.heartbeat(attempt, lambda, lease, notes, 5, false));
    var earlier =
        stores()
            .transitions()
            .apply(Transitions.heartbeat(attempt, lambda, lease, notes, 4, false));
    var silent =
        stores()
            .transitions()
            .apply(Transitions.heartbeat(attempt, lambda, lease, Notes.NONE, 4, false));

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

    assertThat(
            stores()
                .transitions()
                .apply(Transitions.heartbeat(next, lambda, lease, notes, 1, false)))
        .isInstanceOf(TransitionResult.Applied.class);
    assertThat(found(before).lease()).extracting("notesSequence").isEqualTo(1L);
  }

  @Test
  @Tag("E7.6")
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
  @Tag("E2.4")
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
