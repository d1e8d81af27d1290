package dev.atf.plans.job;

import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import java.time.Instant;
import java.util.List;

/**
 * Decides the next actions of one job, from its state and the known facts about its tasks: pure and
 * deterministic.
 *
 * <p>The state is written before a task is created ("mark, then push"): every existing task is in
 * the state, even after a crash between the two, and a marked task that does not exist is created
 * by the next look.
 */
public final class JobDecision {
  /** Chosen: one consumer creates this many tasks within a second or two. */
  public static final int STARTS_MAX = 100;

  private final JobWork work;
  private final JobStarts starts;
  private final JobReverts reverts;

  private JobDecision(JobWork work) {
    this.work = work;
    this.starts = new JobStarts(work);
    this.reverts = new JobReverts(work);
  }

  /**
   * @param createdAt of the job
   */
  public static JobVerdict decide(
      JobGraph graph, JobState before, JobFacts facts, Instant createdAt, Instant now) {
    if (before.status().finished()) {
      return new JobVerdict(before, List.of(), false, false);
    }
    boolean late = !now.isBefore(createdAt.plus(JobDefinition.LIFETIME));
    return new JobDecision(new JobWork(graph, before, facts)).decide(late);
  }

  private JobVerdict decide(boolean late) {
    var ends = new JobEnds(work);
    ends.record();
    if (late && !stopping()) {
      work.state = work.state.withGoal(Goal.FAILED);
    }
    // Repeated when a new round begins, or a list cannot be read.
    for (boolean again = true; again; ) {
      ends.giveUp();
      again = advance();
    }
    work.state = work.state.withSteps(work.steps);
    work.state = work.state.withStatus(status());
    var actions = new JobActions(work).all();
    boolean attention = work.more || work.underWay();
    return new JobVerdict(
        work.state, actions, attention && !work.state.status().finished(), work.more);
  }

  private boolean stopping() {
    return work.state.goal() == Goal.CANCELLED || work.state.goal() == Goal.FAILED;
  }

  /** Returns whether another pass is needed. */
  private boolean advance() {
    return switch (work.state.goal()) {
      case SUCCEEDED -> starts.start();
      case COMPENSATED -> reverts.revert();
      case CANCELLED, FAILED -> stop();
    };
  }

  private boolean stop() {
    for (int place = 0; place < work.steps.size(); place++) {
      work.cancelUnstarted(place);
    }
    return false;
  }

  private JobStatus status() {
    boolean underWay = work.underWay();
    boolean held = work.steps.stream().anyMatch(StepState::held);
    return switch (work.state.goal()) {
      case SUCCEEDED -> {
        if (starts.allDone()) {
          yield JobStatus.SUCCEEDED;
        }
        yield underWay || work.more ? JobStatus.RUNNING : JobStatus.HELD;
      }
      case COMPENSATED -> {
        if (work.steps.stream().allMatch(StepState::reverted)
            && (!work.state.paused() || work.state.settled() || work.lastRound())) {
          yield JobStatus.COMPENSATED;
        }
        yield underWay || work.more || !(held || work.state.paused())
            ? JobStatus.COMPENSATING
            : JobStatus.HELD;
      }
      case CANCELLED -> underWay ? JobStatus.STOPPING : JobStatus.CANCELLED;
      case FAILED -> underWay ? JobStatus.STOPPING : JobStatus.FAILED;
    };
  }
}
