package dev.atf.frontend.plans.condition;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.plans.PlanRows;
import dev.atf.frontend.task.Rescheduling;
import dev.atf.frontend.task.TaskChange;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.LambdaName;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.GetConditionRequest;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import dev.atf.protocol.v1.ReleaseConditionRequest;
import dev.atf.protocol.v1.TestConditionRequest;
import dev.atf.runtime.auth.Principal;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.ConditionCodec;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of ConditionService. A change is one put of the row, so that exactly one of an operator, a
 * supervisor and an attempt that closes the condition wins. The supervisor does the rest.
 */
public final class ConditionRpc extends ConditionServiceGrpc.ConditionServiceImplBase {
  private static final Logger log = LoggerFactory.getLogger(ConditionRpc.class);

  private static final int LISTS_READ_MAX = 32;

  private final LambdaCache lambdas;
  private final PlanRows rows;
  private final ConditionView view;
  private final TaskAssociations associations;
  private final TaskChange changes;
  private final InstantSource clock;

  @Inject
  ConditionRpc(
      LambdaCache lambdas,
      PlanRows rows,
      ConditionView view,
      TaskAssociations associations,
      TaskChange changes,
      InstantSource clock) {
    this.lambdas = lambdas;
    this.rows = rows;
    this.view = view;
    this.associations = associations;
    this.changes = changes;
    this.clock = clock;
  }

  /** Conditions that are not clear come first. */
  @Override
  public void listConditions(
      ListConditionsRequest request, StreamObserver<ListConditionsResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var page =
        rows.list(
            PlanList.all(lambda, PlanKind.CONDITION),
            LISTS_READ_MAX,
            List.of(lambda.name().value(), "conditions"),
            request.getPageToken(),
            TaskListing.pageSize(request.getPageSize()));
    answer(
        reply,
        ListConditionsResponse.newBuilder()
            .addAllConditions(view.brief(page.rows()))
            .setNextPageToken(page.nextToken())
            .build());
  }

  @Override
  public void getCondition(GetConditionRequest request, StreamObserver<Condition> reply) {
    var plan = require(request.getLambda(), request.getCondition());
    answer(reply, view.full(ConditionCodec.read(plan)));
  }

  /** Schedules an earlier start of the next test. Does nothing while a test is in progress. */
  @Override
  public void testCondition(TestConditionRequest request, StreamObserver<Condition> reply) {
    var plan = require(request.getLambda(), request.getCondition());
    var now = now();
    var row = change(plan, seen -> testNow(seen, now));
    associations
        .find(row.testerTask())
        .filter(tester -> !tester.status().running() && !tester.status().finished())
        .ifPresent(tester -> changes.make(tester, seen -> runNow(seen, now)));
    answer(reply, view.full(row));
  }

  /** Returns the version to be put; the same version if its tester already exists. */
  private static ConditionRow testNow(ConditionRow row, Instant now) {
    var phase = row.state().phase();
    if (phase != ConditionPhase.CLOSED) {
      throw RpcErrors.of(
          ErrorReason.CONDITION_NOT_CLOSED,
          "condition %s of lambda %s is %s: there is nothing to test"
              .formatted(row.name(), row.plan().lambda(), phase));
    }
    var alarmAt = row.plan().alarmAt();
    boolean waits = alarmAt != null && alarmAt.isAfter(now);
    return waits ? row.testedAt(now) : row;
  }

  private static Next runNow(Association tester, Instant now) {
    return tester.status().running() || tester.status().finished()
        ? new Next.Leave()
        : Rescheduling.runNow(tester, now);
  }

  /** Clears a condition in the name of the caller whose call this thread serves. */
  @Override
  public void releaseCondition(ReleaseConditionRequest request, StreamObserver<Condition> reply) {
    var plan = require(request.getLambda(), request.getCondition());
    var now = now();
    var person = Principal.current().map(Principal::name).orElse("a client");
    var row =
        change(
            plan,
            seen ->
                seen.state().phase() == ConditionPhase.CLEAR ? seen : seen.released(person, now));
    log.info("condition={} of lambda={} was released by {}", plan.name(), plan.lambda(), person);
    answer(reply, view.full(row));
  }

  /**
   * Returns the row of a condition.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, CONDITION_NOT_FOUND
   */
  private Plan require(String lambda, String condition) {
    var known = lambdas.require(new LambdaName(lambda)).name();
    var name = new ConditionName(condition);
    return rows.require(
        ConditionRow.id(known, name),
        ErrorReason.CONDITION_NOT_FOUND,
        "no task of lambda %s was blocked on condition %s recently".formatted(known, name));
  }

  /**
   * Changes a condition.
   *
   * @param next returns the next version, or the same version
   * @throws StatusRuntimeException CHANGED_MEANWHILE, or the refusal of {@code next}
   */
  private ConditionRow change(Plan read, UnaryOperator<ConditionRow> next) {
    return rows.change(
        read,
        plan -> {
          var wanted = next.apply(ConditionCodec.read(plan));
          return new PlanRows.Next<>(ConditionCodec.write(wanted), wanted);
        },
        "condition %s of lambda %s changes too fast; try again"
            .formatted(read.name(), read.lambda()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
