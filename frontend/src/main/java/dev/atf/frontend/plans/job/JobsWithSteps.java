package dev.atf.frontend.plans.job;

import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.model.LambdaName;
import dev.atf.model.check.Limits;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a job that would wait indefinitely without a lambda: a live job with a step or compensation
 * of this lambda, even if that step is done, because it may be retried.
 *
 * <p>A job is only in the lists of the lambda of its first step, so all live jobs of the cluster
 * are read with their definitions. This is expensive, but the call is made once in a lambda's life.
 * An entry of each job for each of its lambdas would cost three write units every time.
 */
final class JobsWithSteps {
  private static final Logger log = LoggerFactory.getLogger(JobsWithSteps.class);

  private final LambdaRegistry registry;
  private final Plans plans;
  private final JobStore store;
  private final BatchCalls batchCalls;

  @Inject
  JobsWithSteps(LambdaRegistry registry, Plans plans, JobStore store, BatchCalls batchCalls) {
    this.registry = registry;
    this.plans = plans;
    this.store = store;
    this.batchCalls = batchCalls;
  }

  /**
   * Returns any live job that needs the lambda; empty if there is none.
   *
   * @throws StatusRuntimeException TIMED_OUT if the call ended before the last one was read
   */
  public Optional<Plan> any(LambdaName name) {
    var end = CallEnd.current();
    for (var lambda : registry.list()) {
      for (var list : PlanList.live(lambda, PlanKind.JOB)) {
        var found = any(name, list, end);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Plan> any(LambdaName name, PlanList list, CallEnd end) {
    Optional<PlanPage.Mark> after = Optional.empty();
    do {
      if (end.isOver()) {
        throw RpcErrors.of(ErrorReason.TIMED_OUT, "the call is over; not all jobs were read");
      }
      var page = plans.read(list, IndexPages.ALWAYS, Limits.PAGE_SIZE_MAX, after);
      var ids = page.entries().stream().map(PlanPage.Mark::id).toList();
      var found =
          batchCalls.each(ids, end, id -> needs(id, name)).stream().flatMap(Optional::stream);
      var first = found.findFirst();
      if (first.isPresent()) {
        return first;
      }
      after = page.next();
    } while (after.isPresent());
    return Optional.empty();
  }

  private Optional<Plan> needs(PlanId id, LambdaName name) {
    return plans.find(id).filter(plan -> plan.alarmAt() != null && steps(plan, name));
  }

  private boolean steps(Plan plan, LambdaName name) {
    try {
      return store.definition(plan, JobCodec.read(plan)).steps().stream()
          .anyMatch(step -> uses(step, name));
    } catch (IllegalArgumentException e) {
      log.warn("job={} of lambda={} has no definition any more", plan.name(), plan.lambda(), e);
      return false;
    }
  }

  private static boolean uses(StepDefinition step, LambdaName name) {
    var compensation = step.compensation();
    return step.work().lambda().equals(name)
        || (compensation != null && compensation.work().lambda().equals(name));
  }
}
