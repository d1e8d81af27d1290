package dev.atf.frontend.plans.condition;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.LambdaName;
import dev.atf.model.condition.ConditionName;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.GetConditionRequest;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import dev.atf.protocol.v1.ReleaseConditionRequest;
import dev.atf.protocol.v1.TestConditionRequest;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;

/** Adapter of ConditionService. */
public final class ConditionRpc extends ConditionServiceGrpc.ConditionServiceImplBase {
  private final LambdaCache lambdas;
  private final ConditionListing listing;
  private final ConditionReading reading;
  private final ConditionControl control;

  @Inject
  ConditionRpc(
      LambdaCache lambdas,
      ConditionListing listing,
      ConditionReading reading,
      ConditionControl control) {
    this.lambdas = lambdas;
    this.listing = listing;
    this.reading = reading;
    this.control = control;
  }

  @Override
  public void listConditions(
      ListConditionsRequest request, StreamObserver<ListConditionsResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, listing.list(request, lambda));
  }

  @Override
  public void getCondition(GetConditionRequest request, StreamObserver<Condition> reply) {
    var lambda = lambda(request.getLambda());
    answer(reply, view(reading.require(lambda, new ConditionName(request.getCondition()))));
  }

  @Override
  public void testCondition(TestConditionRequest request, StreamObserver<Condition> reply) {
    var lambda = lambda(request.getLambda());
    answer(reply, view(control.test(lambda, new ConditionName(request.getCondition()))));
  }

  @Override
  public void releaseCondition(ReleaseConditionRequest request, StreamObserver<Condition> reply) {
    var lambda = lambda(request.getLambda());
    answer(reply, view(control.release(lambda, new ConditionName(request.getCondition()))));
  }

  private LambdaName lambda(String name) {
    return lambdas.require(new LambdaName(name)).name();
  }

  private Condition view(ConditionRow row) {
    return ConditionView.of(reading.full(row));
  }
}
