package dev.atf.frontend.explain;

import dev.atf.frontend.lambda.PendingTasks.Backlog;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Facts about a task at one moment, as far as they explain its state.
 *
 * @param lambda empty if it is not registered
 * @param gates the closed gates that hold it: its lambda's own first
 * @param ahead for a task that waits in the store: tasks due before it
 * @param queued tasks in its queue
 * @param releasedPerSecond recent rate of its lambda and priority, over all store consumers
 * @param nextRelease when its lambda's dispatch rate permits the next release, if that is later
 * @param workers hosts of its lambda
 * @param holders running tasks of its lambda, the earliest claim first; read only where no executor
 *     waits for work
 * @param running tasks of its lambda; only where the lambda limits them
 * @param runningOfKey tasks of its fairness key; only where the lambda limits them
 * @param tenant running tasks of its tenant; only where a quota limits them
 * @param origin reasons that its origin gives
 */
public record Facts(
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
    OriginReasons origin) {

  /**
   * @param max tasks that may run, by the tenant's quota
   */
  public record TenantRunning(String name, int count, int max) {}
}
