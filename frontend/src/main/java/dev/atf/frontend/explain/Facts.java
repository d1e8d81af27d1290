package dev.atf.frontend.explain;

import dev.atf.frontend.lambda.PendingTasks.Backlog;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.reason.Reason;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Facts about a task at one moment that explain its state.
 *
 * @param lambda lambda of the task; empty if it is not registered
 * @param gates closed gates that hold the task, its lambda's own gate first; for a task that a gate
 *     dropped, the gates that are closed now
 * @param ahead for a task that waits in the store, the tasks that are due before it
 * @param queued tasks in its queue
 * @param releasedPerSecond recent rate of its lambda and priority, over all store consumers
 * @param nextRelease time at which the lambda's dispatch rate permits the next release, if it is in
 *     the future
 * @param workers worker hosts of the lambda
 * @param holders running tasks of the lambda, the earliest claim first; not all of them if they are
 *     many; only read if no executor waits for work
 * @param running number of running tasks of the lambda; only read if the lambda limits them
 * @param runningOfKey number of running tasks of the fairness key; only read if the lambda limits
 *     them
 * @param tenant running tasks of the tenant; only read if a quota limits them
 * @param silentConsumers reason that no store consumer runs; empty if one runs; only read if the
 *     task waits for one
 * @param origin reasons that its origin gives
 */
record Facts(
    Association task,
    Optional<LambdaDefinition> lambda,
    LeaseTimes cluster,
    List<Gate> gates,
    Optional<Backlog> ahead,
    Optional<Integer> queued,
    Optional<Double> releasedPerSecond,
    Optional<Instant> nextRelease,
    LambdaHosts workers,
    List<Association> holders,
    Optional<Integer> running,
    Optional<Integer> runningOfKey,
    Optional<TenantRunning> tenant,
    Optional<Reason> silentConsumers,
    OriginReasons origin) {

  /**
   * Number of running tasks of a tenant.
   *
   * @param max maximum number by the tenant's quota
   */
  public record TenantRunning(String name, int count, int max) {}
}
