package dev.atf.frontend.worker;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.model.LambdaName;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.v1.DrainWorkerRequest;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.ListWorkersRequest;
import dev.atf.protocol.v1.ListWorkersResponse;
import dev.atf.protocol.v1.RetireWorkerRequest;
import dev.atf.protocol.v1.UndrainWorkerRequest;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerServiceGrpc;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.util.Optional;

/** Adapter of WorkerService. */
public final class WorkerRpc extends WorkerServiceGrpc.WorkerServiceImplBase {
  private final WorkerOrders orders;
  private final WorkerView view;

  @Inject
  WorkerRpc(WorkerOrders orders, WorkerView view) {
    this.orders = orders;
    this.view = view;
  }

  @Override
  public void listWorkers(ListWorkersRequest request, StreamObserver<ListWorkersResponse> reply) {
    var lambda =
        Optional.of(request.getLambda()).filter(name -> !name.isEmpty()).map(LambdaName::new);
    answer(reply, view.list(lambda));
  }

  @Override
  public void getWorker(GetWorkerRequest request, StreamObserver<Worker> reply) {
    answer(reply, view.get(new WorkerPlace(request.getPlace())));
  }

  @Override
  public void drainWorker(DrainWorkerRequest request, StreamObserver<Worker> reply) {
    var named = named(request.getPlace(), request.getReason());
    answer(reply, view.of(orders.drain(named.place(), named.reason())));
  }

  @Override
  public void undrainWorker(UndrainWorkerRequest request, StreamObserver<Worker> reply) {
    answer(reply, view.of(orders.undrain(new WorkerPlace(request.getPlace()))));
  }

  @Override
  public void retireWorker(RetireWorkerRequest request, StreamObserver<Worker> reply) {
    var named = named(request.getPlace(), request.getReason());
    var instance = Optional.of(request.getInstance()).filter(id -> !id.isEmpty());
    answer(reply, view.of(orders.retire(named.place(), instance, named.reason())));
  }

  private record Named(WorkerPlace place, String reason) {}

  private static Named named(String place, String reason) {
    var violations = new Violations();
    var read = violations.read(() -> new WorkerPlace(place));
    var text = violations.parse(() -> WellFormed.require("reason", reason), "");
    violations.refuse();
    return new Named(read.orElseThrow(), text);
  }
}
