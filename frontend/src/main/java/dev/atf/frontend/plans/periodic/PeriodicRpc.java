package dev.atf.frontend.plans.periodic;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.plans.PlanRows;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.DeletePeriodicResponse;
import dev.atf.protocol.v1.ExplainPeriodicRequest;
import dev.atf.protocol.v1.ExplainPeriodicResponse;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListFiresResponse;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.PreviewPeriodicRequest;
import dev.atf.protocol.v1.PreviewPeriodicResponse;
import dev.atf.protocol.v1.ResumePeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicResponse;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.random.RandomGenerator;

/** Calls of PeriodicService; {@link ErrorMapping} maps their exceptions. */
public final class PeriodicRpc extends PeriodicServiceGrpc.PeriodicServiceImplBase {
  private static final int LISTS_READ_MAX = 64;

  private final LambdaCache lambdas;
  private final PeriodicTasks tasks;
  private final PeriodicFires fires;
  private final PlanRows rows;
  private final PeriodicExplanation explanation;
  private final InstantSource clock;
  private final RandomGenerator random;

  @Inject
  PeriodicRpc(
      LambdaCache lambdas,
      PeriodicTasks tasks,
      PeriodicFires fires,
      PlanRows rows,
      PeriodicExplanation explanation,
      InstantSource clock,
      RandomGenerator random) {
    this.lambdas = lambdas;
    this.tasks = tasks;
    this.fires = fires;
    this.rows = rows;
    this.explanation = explanation;
    this.clock = clock;
    this.random = random;
  }

  @Override
  public void create(PeriodicTask request, StreamObserver<PeriodicTask> reply) {
    var now = now();
    var lambda = lambdas.requireOpen(new LambdaName(request.getLambda()));
    var wanted = PeriodicValidation.validate(request, lambda, TaskId.random(random), now);
    answer(reply, tasks.create(wanted, lambda, now));
  }

  @Override
  public void update(PeriodicTask request, StreamObserver<PeriodicTask> reply) {
    var now = now();
    var lambda = lambdas.requireOpen(new LambdaName(request.getLambda()));
    var wanted = PeriodicValidation.validate(request, lambda, TaskId.random(random), now);
    answer(reply, tasks.update(wanted, request.getExpectedRevision(), lambda, now));
  }

  @Override
  public void get(GetPeriodicRequest request, StreamObserver<PeriodicTask> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var row = tasks.requireRow(lambda.name(), new PeriodicName(request.getName()));
    answer(reply, PeriodicView.full(row, tasks.contents(row), now()));
  }

  @Override
  public void explain(
      ExplainPeriodicRequest request, StreamObserver<ExplainPeriodicResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var row = tasks.requireRow(lambda.name(), new PeriodicName(request.getName()));
    answer(reply, explanation.explain(row, now()));
  }

  @Override
  public void list(ListPeriodicRequest request, StreamObserver<ListPeriodicResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var now = now();
    var page =
        rows.list(
            PlanList.all(lambda, PlanKind.PERIODIC),
            LISTS_READ_MAX,
            List.of(lambda.name().value()),
            request.getPageToken(),
            TaskListing.pageSize(request.getPageSize()));
    var response = ListPeriodicResponse.newBuilder().setNextPageToken(page.nextToken());
    page.rows().forEach(row -> response.addTasks(PeriodicView.brief(row, now)));
    answer(reply, response.build());
  }

  @Override
  public void delete(DeletePeriodicRequest request, StreamObserver<DeletePeriodicResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    tasks.delete(lambda.name(), PeriodicValidation.changeable(request.getName()), lambda, now());
    answer(reply, DeletePeriodicResponse.getDefaultInstance());
  }

  @Override
  public void pause(PausePeriodicRequest request, StreamObserver<PeriodicTask> reply) {
    var now = now();
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(
        reply, tasks.pause(lambda.name(), PeriodicValidation.changeable(request.getName()), now));
  }

  @Override
  public void resume(ResumePeriodicRequest request, StreamObserver<PeriodicTask> reply) {
    var now = now();
    var lambda = lambdas.requireOpen(new LambdaName(request.getLambda()));
    answer(
        reply, tasks.resume(lambda.name(), PeriodicValidation.changeable(request.getName()), now));
  }

  @Override
  public void trigger(
      TriggerPeriodicRequest request, StreamObserver<TriggerPeriodicResponse> reply) {
    var lambda = lambdas.requireOpen(new LambdaName(request.getLambda()));
    var name = PeriodicValidation.changeable(request.getName());
    var found = tasks.require(lambda.name(), name);
    answer(reply, fires.trigger(request, found, lambda, now()));
  }

  @Override
  public void backfill(
      BackfillPeriodicRequest request, StreamObserver<BackfillPeriodicResponse> reply) {
    var lambda = lambdas.requireOpen(new LambdaName(request.getLambda()));
    var name = PeriodicValidation.changeable(request.getName());
    var found = tasks.require(lambda.name(), name);
    answer(reply, fires.backfill(request, found, lambda, now()));
  }

  @Override
  public void preview(
      PreviewPeriodicRequest request, StreamObserver<PreviewPeriodicResponse> reply) {
    var unused = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, fires.preview(request, now()));
  }

  @Override
  public void listFires(ListFiresRequest request, StreamObserver<ListFiresResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var found = tasks.require(lambda.name(), new PeriodicName(request.getName()));
    answer(reply, fires.list(request, found, lambda.retention(), now()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
