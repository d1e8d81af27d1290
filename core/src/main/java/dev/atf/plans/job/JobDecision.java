package dev.atf.plans.job;

import dev.atf.model.TaskStatus;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides the next actions of one job from its state and the known facts about its tasks. The
 * decision is pure and deterministic.
 *
 * <p>The state is written before a task is created ("mark, then push"). Every existing task is
 * therefore in the state, even after a crash between the two, and the next check creates a marked
 * task that does not exist.
 */
public final class JobDecision {
  /**
   * Maximum number of tasks that one decision starts. A consumer creates this many within one or
   * two seconds.
   */
  public static final int STARTS_MAX = 100;

  private static final Duration DELAY_MAX = Duration.ofMinutes(5);

  private final JobGraph graph;
  private final JobFacts facts;
  private final List<StepState> steps;
  private JobState state;

  /** Whether a step could start but has to wait for the next decision. */
  private boolean more;

  private int starts;

  private JobDecision(JobGraph graph, JobState before, JobFacts facts) {
    this.graph = graph;
    this.facts = facts;
    this.state = before;
    this.steps = new ArrayList<>(before.steps());
  }

  /**
   * Decides the next state and the actions of a job.
   *
   * @param createdAt creation time of the job
   */
  public static JobVerdict decide(
      JobGraph graph, JobState before, JobFacts facts, Instant createdAt, Instant now) {
    if (before.status().finished()) {
      return new JobVerdict(before, List.of(), false, false);
    }
    boolean late = !now.isBefore(createdAt.plus(JobDefinition.LIFETIME));
    return new JobDecision(graph, before, facts).decide(late);
  }

  private JobVerdict decide(boolean late) {
    recordEnds();
    if (late && state.goal() != Goal.CANCELLED && state.goal() != Goal.FAILED) {
      state = state.withGoal(Goal.FAILED);
    }
    // The passes are repeated when a new round begins or a list cannot be read.
    for (boolean again = true; again; ) {
      giveUp();
      again = advance();
    }
    state = state.withSteps(steps);
    state = state.withStatus(status());
    boolean attention = more || inProgress();
    return new JobVerdict(state, actions(), attention && !state.status().finished(), more);
  }

  /** Makes one pass of the decision. Returns whether another pass is needed. */
  private boolean advance() {
    return switch (state.goal()) {
      case SUCCEEDED -> startSteps();
      case COMPENSATED -> revert();
      case CANCELLED, FAILED -> stop();
    };
  }

  private JobStatus status() {
    boolean inProgress = inProgress();
    boolean held = steps.stream().anyMatch(StepState::held);
    return switch (state.goal()) {
      case SUCCEEDED -> {
        if (allDone()) {
          yield JobStatus.SUCCEEDED;
        }
        yield inProgress || more ? JobStatus.RUNNING : JobStatus.HELD;
      }
      case COMPENSATED -> {
        if (steps.stream().allMatch(StepState::reverted)
            && (!state.paused() || state.settled() || lastRound())) {
          yield JobStatus.COMPENSATED;
        }
        yield inProgress || more || !(held || state.paused())
            ? JobStatus.COMPENSATING
            : JobStatus.HELD;
      }
      case CANCELLED -> inProgress ? JobStatus.STOPPING : JobStatus.CANCELLED;
      case FAILED -> inProgress ? JobStatus.STOPPING : JobStatus.FAILED;
    };
  }

  private boolean inProgress() {
    return steps.stream().anyMatch(StepState::inProgress);
  }

  private boolean lastRound() {
    return state.round() >= graph.definition().rounds();
  }

  /** Records the ends of the job's tasks. */
  private void recordEnds() {
    for (int place = 0; place < steps.size(); place++) {
      for (int unit = 0; unit < steps.get(place).units().size(); unit++) {
        var seen = steps.get(place).units().get(unit);
        if (seen.status().inProgress()) {
          var task = facts.task(member(place, unit)).filter(fact -> fact.status().finished());
          if (task.isPresent()) {
            set(place, unit, ended(graph.step(place), seen, task.get()));
          }
        }
      }
    }
  }

  private UnitState ended(StepDefinition step, UnitState seen, TaskFact task) {
    boolean success = task.status() == TaskStatus.SUCCESS;
    if (seen.status() == StepStatus.COMPENSATING) {
      return seen.to(success ? StepStatus.COMPENSATED : StepStatus.COMPENSATION_FAILED);
    }
    if (success) {
      return seen.ended(StepStatus.SUCCEEDED, true);
    }
    if (state.goal() != Goal.SUCCEEDED) {
      return seen.ended(
          task.status() == TaskStatus.CANCELLED ? StepStatus.CANCELLED : StepStatus.FAILED,
          task.ran());
    }
    boolean tryAgain =
        task.status() == TaskStatus.FATAL_FAILURE && seen.failures() < step.onFailure().retries();
    return seen.failed(tryAgain ? StepStatus.PENDING : failed(step), task.ran());
  }

  private static StepStatus failed(StepDefinition step) {
    return step.onFailure().then() == Then.HOLD ? StepStatus.HELD : StepStatus.FAILED;
  }

  /**
   * Changes the goal if the policy of a failed step requires it. Reverting takes precedence over
   * stopping.
   */
  private void giveUp() {
    if (state.goal() != Goal.SUCCEEDED) {
      return;
    }
    firstFailed(Then.COMPENSATE)
        .or(() -> firstFailed(Then.FAIL))
        .ifPresent(
            place -> {
              boolean revert = graph.step(place).onFailure().then() == Then.COMPENSATE;
              state =
                  state.with().goal(revert ? Goal.COMPENSATED : Goal.FAILED).cause(place).build();
            });
  }

  private Optional<Integer> firstFailed(Then then) {
    for (int place = 0; place < steps.size(); place++) {
      if (graph.step(place).onFailure().then() == then && steps.get(place).any(StepStatus.FAILED)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /**
   * Starts the steps whose predecessors are done.
   *
   * @return whether a list could not be read, which is a failure
   */
  private boolean startSteps() {
    for (int place : graph.order()) {
      if (graph.before(place).stream().allMatch(this::done)) {
        if (!steps.get(place).expanded() && !state.paused() && pending(place)) {
          expand(place);
          if (steps.get(place).any(StepStatus.FAILED)) {
            return true;
          }
        }
        if (steps.get(place).expanded()) {
          startUnits(place);
        }
      }
    }
    return false;
  }

  private boolean pending(int place) {
    return steps.get(place).any(StepStatus.PENDING);
  }

  private void startUnits(int place) {
    for (int unit = 0; unit < steps.get(place).units().size(); unit++) {
      var seen = steps.get(place).units().get(unit);
      if (seen.status() == StepStatus.PENDING && mayStart()) {
        set(place, unit, seen.started());
      }
    }
  }

  /** Returns whether all steps are done. */
  private boolean allDone() {
    for (int place = 0; place < steps.size(); place++) {
      if (!done(place)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the steps after this one may start. */
  private boolean done(int place) {
    boolean failureCounts = graph.step(place).onFailure().then() == Then.CONTINUE;
    return steps.get(place).units().stream()
        .allMatch(
            unit ->
                unit.status() == StepStatus.SUCCEEDED
                    || unit.status() == StepStatus.SKIPPED
                    || (unit.status() == StepStatus.FAILED && failureCounts));
  }

  private void expand(int place) {
    int others = 0;
    for (int i = 0; i < steps.size(); i++) {
      boolean counted = graph.step(i).fansOut() && steps.get(i).expanded();
      others += counted ? steps.get(i).units().size() : 0;
    }
    var count = count(graph.step(place).fanOut());
    if (count.isEmpty() || count.get() + others > JobDefinition.ITEMS_MAX) {
      var failed = failed(graph.step(place));
      steps.set(place, steps.get(place).each(unit -> unit.failed(failed, false)));
      return;
    }
    steps.set(place, steps.get(place).expandedTo(count.get()));
  }

  private Optional<Integer> count(FanOut fanOut) {
    if (!(fanOut instanceof FanOut.ResultOf source)) {
      return Optional.of(fanOut instanceof FanOut.Items items ? items.count() : 1);
    }
    int from = graph.place(source.step()).orElseThrow();
    if (!steps.get(from).any(StepStatus.SUCCEEDED)) {
      return Optional.of(0);
    }
    var items = facts.items(member(from, 0));
    return items.isPresent() ? Optional.of(items.getAsInt()) : Optional.empty();
  }

  /**
   * Reverts steps that ran with their compensating lambdas, in the reverse order of the graph.
   * Independent steps are reverted in parallel.
   *
   * @return whether a new round has begun
   */
  private boolean revert() {
    var order = graph.order();
    var reverted = new boolean[steps.size()];
    for (int i = order.size() - 1; i >= 0; i--) {
      int place = order.get(i);
      boolean free = graph.after(place).stream().allMatch(after -> reverted[after]);
      cancelUnstarted(place);
      if (free) {
        revertUnits(place);
      }
      reverted[place] = free && steps.get(place).reverted();
    }
    for (var each : reverted) {
      if (!each) {
        return false;
      }
    }
    if (state.settled() || lastRound() || state.paused()) {
      return false;
    }
    beginNextRound();
    return true;
  }

  private void revertUnits(int place) {
    boolean nothingToDo = graph.step(place).compensation() == null;
    for (int unit = 0; unit < steps.get(place).units().size(); unit++) {
      var seen = steps.get(place).units().get(unit);
      if (seen.toRevert()) {
        if (nothingToDo) {
          set(place, unit, seen.to(StepStatus.COMPENSATED));
        } else if (mayStart()) {
          set(place, unit, seen.undoing());
        }
      }
    }
  }

  private void beginNextRound() {
    state = JobOperation.restarted(graph, state.withSteps(steps));
    steps.clear();
    steps.addAll(state.steps());
  }

  private boolean stop() {
    for (int place = 0; place < steps.size(); place++) {
      cancelUnstarted(place);
    }
    return false;
  }

  /** Returns the actions that adapt the tasks of the job to its state. */
  private List<JobAction> actions() {
    var actions = new ArrayList<JobAction>();
    for (int place = 0; place < steps.size(); place++) {
      for (int unit = 0; unit < steps.get(place).units().size(); unit++) {
        var seen = steps.get(place).units().get(unit);
        if (seen.status().inProgress()) {
          action(seen, member(place, unit)).ifPresent(actions::add);
        }
      }
    }
    return actions;
  }

  private Optional<JobAction> action(UnitState unit, JobMember member) {
    boolean reverts = unit.status() == StepStatus.COMPENSATING;
    boolean wanted = state.goal() == (reverts ? Goal.COMPENSATED : Goal.SUCCEEDED);
    var task = facts.task(member);
    if (task.isEmpty()) {
      return Optional.of(
          wanted ? new JobAction.Create(member, delay(unit)) : new JobAction.Fence(member));
    }
    // A compensation that has begun runs to its end.
    return wanted || reverts || task.get().cancelRequested() || task.get().status().finished()
        ? Optional.empty()
        : Optional.of(new JobAction.Cancel(member));
  }

  /** Returns a delay that doubles with each failure. */
  private static Duration delay(UnitState unit) {
    if (unit.status() == StepStatus.COMPENSATING || unit.failures() == 0) {
      return Duration.ZERO;
    }
    var delay = Duration.ofSeconds(1L << Math.min(unit.failures() - 1, 20));
    return delay.compareTo(DELAY_MAX) < 0 ? delay : DELAY_MAX;
  }

  private boolean mayStart() {
    if (state.paused()) {
      return false;
    }
    if (starts == STARTS_MAX) {
      more = true;
      return false;
    }
    starts++;
    return true;
  }

  private void cancelUnstarted(int place) {
    steps.set(
        place,
        steps
            .get(place)
            .each(
                unit ->
                    unit.status() == StepStatus.PENDING ? unit.to(StepStatus.CANCELLED) : unit));
  }

  private JobMember member(int place, int unit) {
    return JobState.member(graph, place, unit, steps.get(place).units().get(unit), state.round());
  }

  private void set(int place, int unit, UnitState value) {
    steps.set(place, steps.get(place).with(unit, value));
  }
}
