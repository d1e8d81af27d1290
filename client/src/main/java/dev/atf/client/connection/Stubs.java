package dev.atf.client.connection;

import dev.atf.client.resource.ResourceTransfer;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.EventServiceGrpc;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.RouteServiceGrpc;
import dev.atf.protocol.v1.SubscriptionServiceGrpc;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.protocol.v1.WorkerServiceGrpc;
import io.grpc.CallCredentials;
import io.grpc.Channel;
import io.grpc.Deadline;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stubs for the services of a frontend. Unless a deadline is given, a stub has the deadline of one
 * try of a call.
 */
public record Stubs(Channel channel, @Nullable CallCredentials credentials, Duration callTimeout) {
  public TaskServiceGrpc.TaskServiceBlockingStub tasks() {
    return forOneTry(TaskServiceGrpc.newBlockingStub(channel));
  }

  public TaskServiceGrpc.TaskServiceBlockingStub tasks(Deadline end) {
    return until(end, TaskServiceGrpc.newBlockingStub(channel));
  }

  public LambdaServiceGrpc.LambdaServiceBlockingStub lambdas() {
    return forOneTry(LambdaServiceGrpc.newBlockingStub(channel));
  }

  public JobServiceGrpc.JobServiceBlockingStub jobs() {
    return forOneTry(JobServiceGrpc.newBlockingStub(channel));
  }

  public JobServiceGrpc.JobServiceBlockingStub jobs(Deadline end) {
    return until(end, JobServiceGrpc.newBlockingStub(channel));
  }

  public PeriodicServiceGrpc.PeriodicServiceBlockingStub periodic() {
    return forOneTry(PeriodicServiceGrpc.newBlockingStub(channel));
  }

  public OrderingServiceGrpc.OrderingServiceBlockingStub ordering() {
    return forOneTry(OrderingServiceGrpc.newBlockingStub(channel));
  }

  public RouteServiceGrpc.RouteServiceBlockingStub routes() {
    return forOneTry(RouteServiceGrpc.newBlockingStub(channel));
  }

  public SubscriptionServiceGrpc.SubscriptionServiceBlockingStub subscriptions() {
    return forOneTry(SubscriptionServiceGrpc.newBlockingStub(channel));
  }

  public ConditionServiceGrpc.ConditionServiceBlockingStub conditions() {
    return forOneTry(ConditionServiceGrpc.newBlockingStub(channel));
  }

  public WorkerServiceGrpc.WorkerServiceBlockingStub workers() {
    return forOneTry(WorkerServiceGrpc.newBlockingStub(channel));
  }

  /** Returns a stub without a deadline, for a stream that the server ends. */
  public EventServiceGrpc.EventServiceBlockingStub events() {
    return EventServiceGrpc.newBlockingStub(channel).withCallCredentials(credentials);
  }

  public ResourceTransfer resources() {
    return new ResourceTransfer(channel, credentials, callTimeout);
  }

  private <S extends AbstractStub<S>> S forOneTry(S stub) {
    return until(Deadline.after(callTimeout.toNanos(), TimeUnit.NANOSECONDS), stub);
  }

  private <S extends AbstractStub<S>> S until(Deadline end, S stub) {
    return stub.withCallCredentials(credentials).withDeadline(end);
  }
}
