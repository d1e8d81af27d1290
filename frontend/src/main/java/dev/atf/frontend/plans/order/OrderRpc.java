package dev.atf.frontend.plans.order;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.plans.PlanRows;
import dev.atf.frontend.task.Redrive;
import dev.atf.frontend.task.RedriveDecision;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.plans.order.OrderRow;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.Turn;
import dev.atf.plans.order.TurnDecision;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.RetryHeadRequest;
import dev.atf.protocol.v1.SkipHeadRequest;
import dev.atf.store.TaskContents;
import dev.atf.store.plans.OrderCodec;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of OrderingService. A held key is changed by one put of its row, so that only one of a skip
 * and a retry succeeds. The key's supervisor does the rest.
 */
public final class OrderRpc extends OrderingServiceGrpc.OrderingServiceImplBase {
  private static final Logger log = LoggerFactory.getLogger(OrderRpc.class);

  /** A page ends with its list, which has the keys of one shard. */
  private static final int LISTS_READ_MAX = 1;

  private final LambdaCache lambdas;
  private final PlanRows rows;
  private final OrderView view;
  private final TaskContents contents;
  private final LeaseTimes cluster;
  private final InstantSource clock;

  @Inject
  OrderRpc(
      LambdaCache lambdas,
      PlanRows rows,
      OrderView view,
      TaskContents contents,
      LeaseTimes cluster,
      InstantSource clock) {
    this.lambdas = lambdas;
    this.rows = rows;
    this.view = view;
    this.contents = contents;
    this.cluster = cluster;
    this.clock = clock;
  }

  /** Lists the keys that have waiting tasks, including held keys. */
  @Override
  public void listKeys(ListKeysRequest request, StreamObserver<ListKeysResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var page =
        rows.list(
            PlanList.live(lambda, PlanKind.ORDER),
            LISTS_READ_MAX,
            List.of(request.getLambda(), Boolean.toString(request.getHeld())),
            request.getPageToken(),
            TaskListing.pageSize(request.getPageSize()));
    var response = ListKeysResponse.newBuilder().setNextPageToken(page.nextToken());
    page.rows().stream()
        // The index may be behind.
        .filter(row -> PlanList.of(row).isPresent())
        .map(row -> view.brief(row, lambda))
        .filter(key -> !request.getHeld() || mayBeHeld(key))
        .forEach(response::addKeys);
    answer(reply, response.build());
  }

  private static boolean mayBeHeld(dev.atf.protocol.v1.OrderingKey key) {
    return key.getState() == dev.atf.protocol.v1.OrderingKey.State.HELD
        || !key.getUnreadable().isEmpty();
  }

  @Override
  public void getKey(GetKeyRequest request, StreamObserver<dev.atf.protocol.v1.OrderingKey> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, view.full(require(key(request.getKey()), lambda), lambda));
  }

  /** Lets a held key continue without its failed task. */
  @Override
  public void skipHead(
      SkipHeadRequest request, StreamObserver<dev.atf.protocol.v1.OrderingKey> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var head = head(request.getKey(), request.getTaskId());
    var now = now();
    change(head, lambda, (row, task) -> TurnDecision.skipped(row, now));
    log.info(
        "lambda={} taskId={} was skipped in the order of its key", lambda.name(), head.taskId());
    answer(reply, view.full(require(head.key(), lambda), lambda));
  }

  /** Requests a retry of the failed task that holds a key. */
  @Override
  public void retryHead(
      RetryHeadRequest request, StreamObserver<dev.atf.protocol.v1.OrderingKey> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var head = head(request.getKey(), request.getTaskId());
    var now = now();
    change(
        head,
        lambda,
        (row, task) ->
            TurnDecision.retried(
                row, new OrderState.Retry(task.epoch(), deadline(task, lambda, now)), now));
    answer(reply, view.full(require(head.key(), lambda), lambda));
  }

  /**
   * Returns the deadline of a retry.
   *
   * @throws StatusRuntimeException PRIORITY_UNKNOWN, TASK_TOO_OLD
   */
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

  private record Head(OrderingKey key, TaskId taskId) {}

  private static Head head(String key, String taskId) {
    var violations = new Violations();
    var readKey = violations.parse(() -> Optional.of(key(key)), Optional.<OrderingKey>empty());
    var readId = violations.parse(() -> Optional.of(new TaskId(taskId)), Optional.<TaskId>empty());
    violations.refuse();
    return new Head(readKey.orElseThrow(), readId.orElseThrow());
  }

  private static OrderingKey key(String key) {
    return new OrderingKey(WellFormed.require("orderingKey", key));
  }

  /**
   * Returns the row of a key.
   *
   * @throws StatusRuntimeException KEY_NOT_FOUND
   */
  private Plan require(OrderingKey key, LambdaDefinition lambda) {
    return rows.require(
        PlanId.of(lambda.name(), key),
        ErrorReason.KEY_NOT_FOUND,
        "lambda %s has had no task of ordering key %s recently".formatted(lambda.name(), key));
  }

  /**
   * Changes a held key.
   *
   * @param next returns the next version from the key and the failed task that holds it
   * @throws StatusRuntimeException KEY_NOT_FOUND, KEY_NOT_HELD, CHANGED_MEANWHILE
   */
  private void change(
      Head head, LambdaDefinition lambda, BiFunction<OrderRow, Association, OrderRow> next) {
    var unused =
        rows.change(
            require(head.key(), lambda),
            row -> {
              var order = OrderCodec.read(row);
              var holder = view.holder(row);
              boolean held =
                  view.turn(row, holder, lambda) == Turn.FAILED
                      && order.state().isHeldBy(head.taskId());
              if (!held || holder.isEmpty()) {
                throw RpcErrors.of(
                    ErrorReason.KEY_NOT_HELD,
                    "ordering key %s is not held by task %s".formatted(head.key(), head.taskId()));
              }
              var wanted = next.apply(order, holder.get());
              return new PlanRows.Next<>(OrderCodec.write(wanted), wanted);
            },
            "ordering key %s changes too fast; try again".formatted(head.key()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
