package dev.atf.plans.job.definition;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Duration;
import java.util.List;

/**
 * Graph of steps. Written once; its progress is the {@code JobState}.
 *
 * @param name unique among the jobs of its lambda: an idempotency key
 * @param steps 1–1,000, in the order of their submission, which need not be that of the graph
 * @param rounds number of tries for the goal in all: after everything is reverted, a job that has
 *     rounds left begins again; 1–10
 */
public record JobDefinition(String name, List<StepDefinition> steps, int rounds) {
  public static final int STEPS_MAX = 1_000;

  /** Items of all fan-outs of one job together. */
  public static final int ITEMS_MAX = 1_000;

  /** Names in all lists of steps together. Chosen: a layer of 100 steps after another of 100. */
  static final int EDGES_MAX = 10_000;

  public static final int ROUNDS_MAX = 10;

  /** Lifetime after the submission; an unfinished job is then stopped and has failed. */
  public static final Duration LIFETIME = Duration.ofDays(90);

  /** Time after its submission for which the store keeps the contents of a job. */
  public static final Duration KEPT = Duration.ofDays(120);

  /**
   * @throws dev.atf.model.check.InvalidFieldException naming all violations
   */
  public JobDefinition {
    steps = List.copyOf(steps);
    JobRules.check(name, steps, rounds);
  }

  /** Returns the lambda of the first step. The job stands in its lists. */
  public LambdaName lambda() {
    return steps.get(0).work().lambda();
  }

  public PlanId id() {
    return idOf(lambda(), name);
  }

  public static PlanId idOf(LambdaName lambda, String name) {
    return PlanId.of(PlanKind.JOB, lambda, name);
  }
}
