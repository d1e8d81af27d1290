package dev.atf.simulation.model;

import dev.atf.model.task.Association;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that determines the possible next steps.
 *
 * @param queued one bit for each epoch whose reference was pushed; it may arrive at any time, any
 *     number of times, or never
 * @param runs the latest claim's run, and earlier ones that are not over
 * @param late the one message that is delayed
 * @param claimed the latest epoch that was claimed
 */
record State(
    int now,
    Association task,
    int queued,
    List<Run> runs,
    @Nullable Late late,
    Budget budget,
    long claimed) {

  static State of(Association task, Budget budget) {
    return new State(0, task, 0, List.of(), null, budget, 0);
  }

  State at(int time) {
    return new State(time, task, queued, runs, late, budget, claimed);
  }

  State task(Association other) {
    return new State(now, other, queued, runs, late, budget, claimed);
  }

  State pushed(long epoch) {
    return new State(now, task, queued | 1 << epoch, runs, late, budget, claimed);
  }

  State runs(List<Run> other) {
    return new State(now, task, queued, other, late, budget, claimed);
  }

  /** Returns a state in which {@code after} replaces {@code before}. */
  State run(Run before, Run after) {
    return runs(runs.stream().map(run -> run.equals(before) ? after : run).toList());
  }

  State late(@Nullable Late other) {
    return new State(now, task, queued, runs, other, budget, claimed);
  }

  State budget(Budget other) {
    return new State(now, task, queued, runs, late, other, claimed);
  }

  State claimed(long epoch) {
    return new State(now, task, queued, runs, late, budget, epoch);
  }

  boolean isQueued(long epoch) {
    return (queued & 1 << epoch) != 0;
  }
}
