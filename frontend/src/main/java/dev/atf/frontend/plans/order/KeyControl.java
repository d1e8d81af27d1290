package dev.atf.frontend.plans.order;

import dev.atf.frontend.task.Redrive;
import dev.atf.frontend.task.RedriveDecision;
import dev.atf.frontend.task.TaskChange;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.hints.Hints;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.plans.order.OrderRow;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.Turn;
import dev.atf.plans.order.TurnDecision;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.TaskContents;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.plans.Plans;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes a held key for an operator. Each change is one put of the key's row, so that only one of
 * a skip and a retry succeeds. The key's supervisor does the rest.
 */
final class KeyControl {
  private static final Logger log = LoggerFactory.getLogger(KeyControl.class);

  private final Plans plans;
  private final KeyView view;
  private final TaskContents contents;
  private final LeaseTimes cluster;
  private final Hints hints;
  private final InstantSource clock;

  @Inject
  KeyControl(
      Plans plans,
      KeyView view,
      TaskContents contents,
      LeaseTimes cluster,
      Hints hints,
      InstantSource clock) {
    this.plans = plans;
    this.view = view;
    this.contents = contents;
    this.cluster = cluster;
    this.hints = hints;
    this.clock = clock;
  }

  /**
   * Lets a held key continue without its failed task.
   *
   * @throws StatusRuntimeException KEY_NOT_FOUND, KEY_NOT_HELD, CHANGED_MEANWHILE
   */
  void skip(OrderingKey key, TaskId taskId, LambdaDefinition lambda) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    change(key, taskId, lambda, (row, task) -> TurnDecision.skipped(row, now));
    log.info("lambda={} taskId={} was skipped in the order of its key", lambda.name(), taskId);
  }

  /**
   * Requests a retry of the failed task that holds a key.
   *
   * @throws StatusRuntimeException KEY_NOT_FOUND, KEY_NOT_HELD, CHANGED_MEANWHILE,
   *     PRIORITY_UNKNOWN, TASK_TOO_OLD
   */
  void retry(OrderingKey key, TaskId taskId, LambdaDefinition lambda) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    change(
        key,
        taskId,
        lambda,
        (row, task) ->
            TurnDecision.retried(
                row, new OrderState.Retry(task.epoch(), deadline(task, lambda, now)), now));
  }

  private Instant deadline(Association task, LambdaDefinition lambda, Instant now) {
    var decision = new RedriveDecision(lambda, Redrive.timeToRun(lambda, cluster), now);
    var entity = contents.of(task);
    decision
        .refusal(task, entity)
        .ifPresent(
            (Next.Refuse refuse) -> {
              throw RpcErrors.of(refuse.reason(), refuse.message());
            });
    return decision.deadline(task, entity).truncatedTo(ChronoUnit.MILLIS);
  }

  private void change(
      OrderingKey key,
      TaskId taskId,
      LambdaDefinition lambda,
      BiFunction<OrderRow, Association, OrderRow> next) {
    for (int tried = 0; tried < TaskChange.TRIES_MAX; tried++) {
      var row = view.require(key, lambda);
      var order = OrderCodec.read(row);
      var holder = view.holder(row);
      boolean held =
          view.turn(row, holder, lambda) == Turn.FAILED && order.state().isHeldBy(taskId);
      if (!held || holder.isEmpty()) {
        throw RpcErrors.of(
            ErrorReason.KEY_NOT_HELD,
            "ordering key %s is not held by task %s".formatted(key, taskId));
      }
      var wanted = OrderCodec.write(next.apply(order, holder.get()));
      if (RepeatedWrite.of(() -> plans.put(wanted)).stands(wanted)) {
        hints.written(wanted);
        return;
      }
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE,
        "ordering key %s changes too fast; try again".formatted(key));
  }
}
