package dev.atf.frontend.plans.order;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.RetryHeadRequest;
import dev.atf.protocol.v1.SkipHeadRequest;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.util.Optional;

/** Adapter of OrderingService. */
public final class OrderingRpc extends OrderingServiceGrpc.OrderingServiceImplBase {
  private final LambdaCache lambdas;
  private final KeyListing listing;
  private final KeyView view;
  private final KeyControl control;

  @Inject
  OrderingRpc(LambdaCache lambdas, KeyListing listing, KeyView view, KeyControl control) {
    this.lambdas = lambdas;
    this.listing = listing;
    this.view = view;
    this.control = control;
  }

  @Override
  public void listKeys(ListKeysRequest request, StreamObserver<ListKeysResponse> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, listing.list(request, lambda));
  }

  @Override
  public void getKey(GetKeyRequest request, StreamObserver<dev.atf.protocol.v1.OrderingKey> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    answer(reply, view.full(key(request.getKey()), lambda));
  }

  @Override
  public void skipHead(
      SkipHeadRequest request, StreamObserver<dev.atf.protocol.v1.OrderingKey> reply) {
    var lambda = lambdas.require(new LambdaName(request.getLambda()));
    var head = head(request.getKey(), request.getTaskId());
    control.skip(head.key(), head.taskId(), lambda);
    answer(reply, view.full(head.key(), lambda));
  }

  @Override
  public void retryHead(
      RetryHeadRequest request, StreamObserver<dev.atf.protocol.v1.OrderingKey> reply) {
    LambdaDefinition lambda = lambdas.require(new LambdaName(request.getLambda()));
    var head = head(request.getKey(), request.getTaskId());
    control.retry(head.key(), head.taskId(), lambda);
    answer(reply, view.full(head.key(), lambda));
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
}
