package dev.atf.frontend.plans;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.settings.PlanLimits;
import dev.atf.model.LambdaName;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Limits the periodic tasks and the live jobs of a lambda. */
@Singleton
public final class PlanCapacity {
  /**
   * Maximum age of a count. Counting 10,000 jobs reads ten pages of the index, so it is not done
   * for every call.
   */
  private static final Duration COUNT_AGE = Duration.ofSeconds(5);

  private final Plans plans;
  private final PlanLimits limits;
  private final MonotonicClock clock;

  /**
   * Counts of live jobs by lambda. Only existing lambdas are kept, which are a few hundred at most.
   */
  private final Map<LambdaName, Counted> jobs = new ConcurrentHashMap<>();

  /**
   * Count of live jobs.
   *
   * @param count number of jobs in the index, plus the jobs that were created here since the count
   * @param atNanos time of the count on the monotonic clock
   */
  private record Counted(int count, long atNanos) {}

  @Inject
  public PlanCapacity(Plans plans, PlanLimits limits, MonotonicClock clock) {
    this.plans = plans;
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Checks that the lambda may have another periodic task.
   *
   * @throws StatusRuntimeException PERIODIC_TOO_MANY
   */
  public void requireForPeriodic(LambdaDefinition lambda) {
    int max = limits.periodicMax();
    if (count(PlanList.all(lambda, PlanKind.PERIODIC), max) >= max) {
      throw RpcErrors.of(
          ErrorReason.PERIODIC_TOO_MANY,
          "lambda %s has %d periodic tasks (expected: fewer than %d, the server's plans.periodicMax; delete some)"
              .formatted(lambda.name(), max, max));
    }
  }

  /**
   * Checks that the lambda may have another live job.
   *
   * @throws StatusRuntimeException JOBS_TOO_MANY
   */
  public void requireForJob(LambdaDefinition lambda) {
    int max = limits.jobsMax();
    var known = jobs.get(lambda.name());
    if (known == null || clock.since(known.atNanos()).compareTo(COUNT_AGE) > 0) {
      known = new Counted(count(PlanList.live(lambda, PlanKind.JOB), max), clock.nanos());
      jobs.put(lambda.name(), known);
    }
    if (known.count() >= max) {
      throw RpcErrors.of(
          ErrorReason.JOBS_TOO_MANY,
          "lambda %s has %d jobs that have not ended (expected: fewer than %d, the server's plans.jobsMax)"
              .formatted(lambda.name(), max, max));
    }
  }

  public void jobCreated(LambdaDefinition lambda) {
    jobs.computeIfPresent(
        lambda.name(), (name, known) -> new Counted(known.count() + 1, known.atNanos()));
  }

  private int count(List<PlanList> lists, int max) {
    int count = 0;
    for (var list : lists) {
      Optional<PlanPage.Mark> after = Optional.empty();
      do {
        int limit = Math.min(Limits.PAGE_SIZE_MAX, max - count);
        var page = plans.read(list, IndexPages.ALWAYS, limit, after);
        count += page.entries().size();
        after = page.next();
      } while (after.isPresent() && count < max);
      if (count >= max) {
        return count;
      }
    }
    return count;
  }
}
