package dev.atf.plans.hint;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskHeader;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.origin.Origin;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.util.Optional;

/**
 * Notice that tasks of a plan have ended, so that a look at it will find something to do (ADR
 * 0062). Nothing depends on it: it may be lost, repeated or late.
 *
 * @param kind not {@code PERIODIC}: such plans wait for no end
 * @param lambda of the last of these tasks; an ordering key's own
 * @param ended number of these tasks; 1 or more
 */
public record PlanHint(PlanId plan, PlanKind kind, LambdaName lambda, int ended) {
  public PlanHint {
    if (kind == PlanKind.PERIODIC) {
      throw new InvalidFieldException("kind", kind.tag(), "order, job or condition");
    }
    if (ended < 1) {
      throw new InvalidFieldException("ended", ended, "1 or more");
    }
  }

  /** Returns the hint about a task that has ended; empty if no plan waits for it. */
  public static Optional<PlanHint> of(TaskHeader task) {
    var origin = task.origin();
    if (origin == null || !isAwaited(origin)) {
      return Optional.empty();
    }
    return Optional.of(new PlanHint(PlanId.of(origin), PlanKind.of(origin), task.lambda(), 1));
  }

  private static boolean isAwaited(Origin origin) {
    return PlanKind.ORDER.made(origin)
        || PlanKind.JOB.made(origin)
        || PlanKind.CONDITION.made(origin);
  }

  /** Returns one hint in place of this and a later one about the same plan. */
  PlanHint and(PlanHint later) {
    long sum = (long) ended + later.ended;
    return new PlanHint(plan, kind, later.lambda, (int) Math.min(sum, Integer.MAX_VALUE));
  }
}
