package dev.atf.lab.chaos;

import dev.atf.simulation.check.NoOverlap;
import dev.atf.simulation.check.ObservedExecution;
import dev.atf.simulation.check.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@link NoOverlap} but for executions that were stopped in the middle, and those that a process
 * begins right after it continued: law 5 says that these cannot be prevented.
 */
final class NoOverlapUnlessStopped implements Rule {
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
