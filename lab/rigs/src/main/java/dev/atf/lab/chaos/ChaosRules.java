package dev.atf.lab.chaos;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Association;
import dev.atf.simulation.check.NoOverlap;
import dev.atf.simulation.check.ObservedExecution;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.world.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rules for runs on real processes, in addition to those that the simulator checks. */
final class ChaosRules {
  private ChaosRules() {}

  /**
   * Rule that no effect of an execution is accepted after a newer one has begun, none of one epoch
   * twice, and that each success had its effect, in the epoch that succeeded.
   */
  static final class EffectsAreFenced implements Rule {
    private final Map<TaskId, Long> begun = new HashMap<>();
    private final Map<TaskId, Long> accepted = new HashMap<>();

    @Override
    public String name() {
      return "no stale effect reaches the world";
    }

    @Override
    public void began(Instant at, ObservedExecution execution, Verdict verdict) {
      begun.merge(execution.taskId(), execution.epoch(), Math::max);
    }

    void accepted(ObservedExecution execution, Verdict verdict) {
      long newest = begun.getOrDefault(execution.taskId(), 0L);
      if (execution.epoch() < newest) {
        verdict.broken(this, execution + " had its effect after epoch " + newest + " had begun");
      }
      var before = accepted.put(execution.taskId(), execution.epoch());
      if (before != null && before >= execution.epoch()) {
        verdict.broken(this, execution + " had an effect after one in epoch " + before);
      }
    }

    @Override
    public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
      for (var task : tasks) {
        boolean had = Long.valueOf(task.epoch()).equals(accepted.get(task.taskId()));
        if (task.status() == TaskStatus.SUCCESS && !had) {
          verdict.broken(this, task.taskId() + " succeeded in an epoch that had no effect");
        }
      }
    }
  }

  /**
   * Rule that a task ends as its request says, or is parked because its executors died as often as
   * is allowed.
   */
  static final class EndsAsRequested implements Rule {
    private final Function<String, @Nullable TaskRequest> requests;
    private final int attemptsMax;
    private final Map<TaskId, TaskRequest> promised = new HashMap<>();
    private int parked;

    /**
     * @param requests by their keys
     */
    EndsAsRequested(Function<String, @Nullable TaskRequest> requests, int attemptsMax) {
      this.requests = requests;
      this.attemptsMax = attemptsMax;
    }

    @Override
    public String name() {
      return "a task ends as its operation says";
    }

    /**
     * Returns the number of tasks that were parked for the deaths of their executors without being
     * the cause of them.
     */
    int parked() {
      return parked;
    }

    @Override
    public void promised(Promise promise, Verdict verdict) {
      var request = requests.apply(promise.key());
      if (request == null) {
        verdict.broken(this, promise + " was not wished for");
      } else {
        promised.put(promise.taskId(), request);
      }
    }

    @Override
    public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
      for (var task : tasks) {
        var request = promised.get(task.taskId());
        if (request == null || !task.status().finished()) {
          // It was never acknowledged, or another rule reports it.
          continue;
        }
        if (isParked(task)) {
          parked += request.operation().kind() == Operation.Kind.POISON ? 0 : 1;
        } else if (!request.mayEnd(task.status(), codeOf(task))) {
          verdict.broken(
              this, "%s ended as %s %s: %s".formatted(request, task.status(), codeOf(task), task));
        }
      }
    }

    private boolean isParked(Association task) {
      if (task.status() != TaskStatus.FATAL_FAILURE) {
        return false;
      }
      var code = codeOf(task);
      boolean quarantined =
          code.equals(FrameworkFailure.QUARANTINED.name()) && task.deaths() >= Limits.DEATHS_MAX;
      boolean exhausted =
          code.equals(FrameworkFailure.ATTEMPTS_EXHAUSTED.name()) && task.attempt() >= attemptsMax;
      return quarantined || exhausted;
    }

    private static String codeOf(Association task) {
      var outcome = task.outcome();
      var failure = outcome == null ? null : outcome.failure();
      return failure == null ? "" : failure.code();
    }
  }

  /**
   * {@link NoOverlap} but for executions that were stopped in the middle, and those that a process
   * begins right after it continued: law 5 says that these cannot be prevented.
   */
  static final class NoOverlapUnlessStopped implements Rule {
    private final NoOverlap inner = new NoOverlap();
    private final Duration lease;
    private final Map<String, List<ObservedExecution>> running = new HashMap<>();

    /** Times until which executions of a stopped process are not checked, by process. */
    private final Map<String, Instant> excusedUntil = new HashMap<>();

    NoOverlapUnlessStopped(Duration lease) {
      this.lease = lease;
    }

    @Override
    public String name() {
      return inner.name();
    }

    /** Excludes a process from the check; called before it is stopped. */
    void stopped(String process, Instant at, Verdict verdict) {
      excusedUntil.put(process, Instant.MAX);
      for (var execution : List.copyOf(running.getOrDefault(process, List.of()))) {
        ended(at, execution, verdict);
      }
    }

    void wentOn(String process, Instant at) {
      excusedUntil.put(process, at.plus(lease));
    }

    @Override
    public void began(Instant at, ObservedExecution execution, Verdict verdict) {
      if (at.isBefore(excusedUntil.getOrDefault(execution.process(), Instant.MIN))) {
        return;
      }
      running.computeIfAbsent(execution.process(), process -> new ArrayList<>()).add(execution);
      inner.began(at, execution, verdict);
    }

    @Override
    public void ended(Instant at, ObservedExecution execution, Verdict verdict) {
      running.getOrDefault(execution.process(), new ArrayList<>()).remove(execution);
      inner.ended(at, execution, verdict);
    }
  }
}
