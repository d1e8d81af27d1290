package dev.atf.plans.job.definition;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Duration;
import java.util.List;

/**
 * Graph of steps. It is written once, and its progress is the {@code JobState}.
 *
 * @param name unique among the jobs of its lambda, and therefore an idempotency key
 * @param steps 1–1,000 steps in the order of their submission, which may differ from the order of
 *     the graph
 * @param rounds maximum number of rounds, 1–10; after everything is reverted, a job with rounds
 *     left starts again
 */
public record JobDefinition(String name, List<StepDefinition> steps, int rounds) {
  public static final int STEPS_MAX = 1_000;

  /** Maximum number of items of all fan-outs of a job together. */
  public static final int ITEMS_MAX = 1_000;

  /**
   * Maximum number of dependencies between steps, which allows one layer of 100 steps after another
   * one of 100.
   */
  static final int EDGES_MAX = 10_000;

  public static final int ROUNDS_MAX = 10;

  /**
   * Lifetime of a job after its submission. An unfinished job is then stopped and counts as failed.
   */
  public static final Duration LIFETIME = Duration.ofDays(90);

  /** Time after the submission for which the store keeps the contents of a job. */
  public static final Duration KEPT = Duration.ofDays(120);

  /**
   * Checks the definition.
   *
   * @throws dev.atf.model.check.InvalidFieldException with all violations
   */
  public JobDefinition {
    steps = List.copyOf(steps);
    JobRules.check(name, steps, rounds);
  }

  /** Returns the lambda of the first step. The job is in the lists of this lambda. */
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
