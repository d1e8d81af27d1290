package dev.atf.hsc.plans;

import dev.atf.hsc.result.ResultDecision.Next;
import dev.atf.model.Association;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.definition.JsonItems;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import java.util.Optional;

/**
 * Counts the items of a large result of a job's step, for a supervisor that cannot read it: it may
 * have to fan out over them. Durable before the outcome, as the result is.
 */
public final class JobCounts {
  private JobCounts() {}

  /**
   * @return empty for other tasks, and results that are no array
   */
  public static Optional<PlanPart> of(Optional<Association> task, Next.StoreThenWrite large) {
    return task.flatMap(seen -> Optional.ofNullable(seen.header().origin()))
        .filter(origin -> PlanKind.JOB.made(origin))
        .flatMap(
            origin ->
                JsonItems.of(large.result().bytes())
                    .map(
                        items ->
                            new PlanPart(
                                PlanId.of(origin),
                                JobContents.countOf(JobMember.parse(origin.member())),
                                Integer.toString(items.size()),
                                large.expiresAt())));
  }
}
