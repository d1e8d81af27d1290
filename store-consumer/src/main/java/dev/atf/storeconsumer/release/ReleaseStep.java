package dev.atf.storeconsumer.release;

import dev.atf.model.AlarmTimes;
import dev.atf.model.transition.Transition;
import dev.atf.model.transition.Transitions;
import dev.atf.runtime.loop.Step;
import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.poll.DrainRates;
import dev.atf.storeconsumer.poll.LookAhead;
import dev.atf.storeconsumer.pool.MarkPool;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases tasks at their due millisecond: marks each in the store, then pushes those that it won
 * (law 3). One turn handles one chunk, so that the first pushes of a large release do not wait for
 * the last marks.
 */
@Singleton
public final class ReleaseStep implements Step {
  private static final Logger log = LoggerFactory.getLogger(ReleaseStep.class);

  /** Maximum pause; an earlier entry wakes the loop. */
  private static final Duration IDLE_MAX = Duration.ofSeconds(1);

  /**
   * @param chunkMax tasks of one turn
   */
  public record Settings(int chunkMax) {}

  private final LookAhead lookAhead;
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final Pusher pusher;
  private final QueueCapacity room;
  private final DispatchRates rates;
  private final DrainRates drainRates;
  private final AlarmTimes times;
  private final Settings settings;
  private final MarkPool pool;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  private enum Mark {
    WON,
    LOST,
    FAILED
  }

  @Inject
  public ReleaseStep(
      LookAhead lookAhead,
      TaskTransitions transitions,
      LambdaDirectory directory,
      Pusher pusher,
      QueueCapacity room,
      DispatchRates rates,
      DrainRates drainRates,
      AlarmTimes times,
      Settings settings,
      MarkPool pool,
      InstantSource clock,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.lookAhead = lookAhead;
    this.transitions = transitions;
    this.directory = directory;
    this.pusher = pusher;
    this.room = room;
    this.rates = rates;
    this.drainRates = drainRates;
    this.times = times;
    this.settings = settings;
    this.pool = pool;
    this.clock = clock;
    this.random = random;
    this.metrics = metrics;
  }

  /** Names what to do when a task must be released before all others. */
  public void whenEarlier(Runnable action) {
    lookAhead.whenEarlier(action);
  }

  /**
   * Releases due tasks.
   *
   * @throws ReleaseFailedException if the store took none of the marks
   */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var due = lookAhead.takeDue(now, settings.chunkMax(), queue -> rates.allowed(queue, now));
    if (!due.isEmpty()) {
      try {
        release(due.stream().filter(entry -> mayGo(entry, now)).toList(), now);
      } finally {
        lookAhead.forget(due);
      }
    }
    var then = clock.instant();
    return lookAhead.untilNext(then, IDLE_MAX, queue -> rates.nextAt(queue, then));
  }

  /**
   * Returns whether a task may be released; one that a gate stops, or a refusing queue would not
   * take, stays in the store, unmarked.
   */
  private boolean mayGo(PendingRelease entry, Instant now) {
    return !room.refusing(entry.queue(), now)
        && GateDecision.of(directory.gates(), entry.queue().lambda(), entry.collection(), now)
            instanceof GateDecision.Pass;
  }

  private void release(List<PendingRelease> due, Instant now) {
    var marks = pool.threads().map(due, entry -> mark(entry, now));
    var won = new ArrayList<PendingRelease>();
    for (int i = 0; i < due.size(); i++) {
      if (marks.get(i) == Mark.WON) {
        won.add(due.get(i));
        rates.released(due.get(i).queue(), 1);
      }
    }
    push(won, now);
    if (!due.isEmpty() && marks.stream().allMatch(mark -> mark == Mark.FAILED)) {
      throw new ReleaseFailedException(due.size());
    }
  }

  private Mark mark(PendingRelease entry, Instant now) {
    var checkAt = times.afterRelease(now, random);
    var transition =
        Transitions.release(entry.taskId(), entry.seenEpoch(), entry.dueAt(), now, checkAt);
    try {
      return switch (ReleaseVerdict.of(applySurely(transition), entry.ref(), checkAt)) {
        case PUSH -> Mark.WON;
        case LOST -> {
          metrics.releaseLost();
          yield Mark.LOST;
        }
      };
    } catch (StoreException e) {
      // Not marked: the next poll finds it. Perhaps marked: its alarm does.
      metrics.markFailed();
      return Mark.FAILED;
    } catch (RuntimeException e) {
      // Not promised by the port; the others of the chunk are pushed all the same.
      log.warn("taskId={} epoch={} could not be marked", entry.taskId(), entry.seenEpoch(), e);
      metrics.markFailed();
      return Mark.FAILED;
    }
  }

  /**
   * Applies a transition, and asks once more when the answer was lost: the refusal then shows
   * whether the mark is ours.
   */
  private TransitionResult applySurely(Transition transition) {
    try {
      return transitions.apply(transition);
    } catch (StoreOutcomeUnknownException e) {
      return transitions.apply(transition);
    }
  }

  private void push(List<PendingRelease> won, Instant now) {
    var pushes = won.stream().map(entry -> new Pusher.Push(entry.queue(), entry.ref(), 0)).toList();
    var failed = pusher.push(pushes, pool.threads(), now);
    var pushedAt = clock.instant();
    for (var entry : won) {
      if (!failed.contains(entry.ref())) {
        drainRates.released(entry.queue(), 1);
        metrics.released(Duration.between(entry.dueAt(), pushedAt));
      }
    }
  }
}
