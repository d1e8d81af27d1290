package dev.atf.client;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.CancelTaskResponse;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteLambdaResponse;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.KillAttemptResponse;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.RetryHeadRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResponse;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.SkipHeadRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.protocol.v1.TaskStatus;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** gRPC server that keeps tasks by key as the frontend does, and fails on demand. */
final class SmallFrontend extends TaskServiceGrpc.TaskServiceImplBase implements AutoCloseable {
  enum Fault {
    /** The call is served and answered. */
    NONE,
    /** The call is served, but its answer is lost. */
    REPLY_LOST,
    /** The call is not served. */
    REQUEST_LOST,
    /** The call is served and never answered. */
    SILENCE,
    /** The call is served, but its stream is reset instead of an answer. */
    RESET,
    REFUSED,
    /** Fails a whole batch. */
    AWAY,
    /** Refuses a whole batch. */
    BATCH_REFUSED,
    /** Refuses for longer than any caller waits. */
    QUOTA
  }

  final Map<String, Task> tasks = new LinkedHashMap<>();
  private final Deque<Fault> faults = new ArrayDeque<>();
  private final Server server;
  private final int port;
  private final AtomicInteger arrived = new AtomicInteger();
  private final AtomicInteger pagesRead = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile String heldKey = "";
  private int calls;

  SmallFrontend() {
    this(0);
  }

  /**
   * @param port port to listen on; 0 for any free port
   */
  SmallFrontend(int port) {
    try {
      server =
          OkHttpServerBuilder.forPort(port, InsecureServerCredentials.create())
              .addService(this)
              .addService(new Lambdas())
              .addService(new Keys())
              .addService(new OneJob())
              .build()
              .start();
      this.port = server.getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ManagedChannel channel() {
    return OkHttpChannelBuilder.forAddress("localhost", port).usePlaintext().build();
  }

  AtfClient.Builder client() {
    return AtfClient.builder(target());
  }

  String target() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return port;
  }

  synchronized void failNext(Fault... next) {
    faults.addAll(java.util.List.of(next));
  }

  /** Lets the Schedule with this key wait for {@link #release}. */
  void hold(String key) {
    heldKey = key;
  }

  void release() {
    released.countDown();
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the number of Schedules that have arrived, including those that wait for this object.
   */
  int arrived() {
    return arrived.get();
  }

  synchronized int calls() {
    return calls;
  }

  synchronized void change(String taskId, UnaryOperator<Task.Builder> change) {
    tasks.computeIfPresent(taskId, (id, task) -> change.apply(task.toBuilder()).build());
  }

  @Override
  public void schedule(ScheduleRequest request, StreamObserver<ScheduleResponse> reply) {
    arrived.incrementAndGet();
    if (request.getIdempotencyKey().equals(heldKey)) {
      awaitRelease();
    }
    synchronized (this) {
      answer(reply, () -> put(request));
    }
  }

  @Override
  public synchronized void scheduleBatch(
      ScheduleBatchRequest request, StreamObserver<ScheduleBatchResponse> reply) {
    calls++;
    if (faults.peek() == Fault.AWAY || faults.peek() == Fault.BATCH_REFUSED) {
      reply.onError(error(faults.remove()));
      return;
    }
    var response = ScheduleBatchResponse.newBuilder();
    for (var task : request.getTasksList()) {
      var fault = faults.poll();
      if (fault == Fault.REQUEST_LOST || fault == Fault.REFUSED) {
        response.addResults(
            ScheduleBatchResult.newBuilder().setError(StatusProto.fromThrowable(error(fault))));
        continue;
      }
      var stored = put(task.toBuilder().setLambda(request.getLambda()).build());
      response.addResults(
          fault == Fault.REPLY_LOST
              ? ScheduleBatchResult.newBuilder().setError(StatusProto.fromThrowable(error(fault)))
              : ScheduleBatchResult.newBuilder()
                  .setTaskId(stored.getTaskId())
                  .setCreated(stored.getCreated()));
    }
    reply.onNext(response.build());
    reply.onCompleted();
  }

  @Override
  public synchronized void getTask(GetTaskRequest request, StreamObserver<Task> reply) {
    answer(reply, () -> task(request.getTaskId()));
  }

  private Task task(String taskId) {
    var task = tasks.get(taskId);
    if (task == null) {
      throw RpcErrors.of(ErrorReason.TASK_NOT_FOUND, "no such task");
    }
    return task;
  }

  @Override
  public synchronized void listTasks(
      ListTasksRequest request, StreamObserver<ListTasksResponse> reply) {
    answer(reply, () -> page(request));
  }

  /** Returns the number of pages that callers read. */
  int pagesRead() {
    return pagesRead.get();
  }

  /** Returns a page of at most one task; the first page is empty. */
  private ListTasksResponse page(ListTasksRequest request) {
    var token = request.getPageToken();
    int shown = token.isEmpty() ? 0 : Integer.parseInt(token);
    var page = ListTasksResponse.newBuilder().setNextPageToken(Integer.toString(shown + 1));
    pagesRead.incrementAndGet();
    if (shown > 0) {
      tasks.values().stream().skip(shown - 1).limit(1).forEach(page::addTasks);
    }
    return shown < tasks.size() ? page.build() : page.clearNextPageToken().build();
  }

  @Override
  public synchronized void cancelTask(
      CancelTaskRequest request, StreamObserver<CancelTaskResponse> reply) {
    answer(reply, () -> CancelTaskResponse.newBuilder().setStatus(TaskStatus.CANCELLED).build());
  }

  @Override
  public synchronized void resubmitTask(
      ResubmitTaskRequest request, StreamObserver<ScheduleResponse> reply) {
    answer(
        reply,
        () ->
            put(
                ScheduleRequest.newBuilder()
                    .setLambda(task(request.getTaskId()).getLambda())
                    .setIdempotencyKey(request.getIdempotencyKey())
                    .setData(request.getData())
                    .setContentType(request.getContentType())
                    .build()));
  }

  /** Kills the attempt of an epoch, whose task is then in the next epoch. */
  @Override
  public synchronized void killAttempt(
      KillAttemptRequest request, StreamObserver<KillAttemptResponse> reply) {
    answer(
        reply,
        () -> {
          long epoch = task(request.getTaskId()).getEpoch();
          if (request.hasEpoch() && request.getEpoch() != epoch) {
            throw RpcErrors.of(ErrorReason.TASK_NOT_RUNNING, "no attempt of this epoch runs");
          }
          change(request.getTaskId(), task -> task.setEpoch(epoch + 1));
          return KillAttemptResponse.newBuilder().setEpoch(epoch).build();
        });
  }

  private ScheduleResponse put(ScheduleRequest request) {
    var taskId = request.getLambda() + "/" + request.getIdempotencyKey();
    var task =
        Task.newBuilder()
            .setTaskId(taskId)
            .setLambda(request.getLambda())
            .setPriority(request.getPriority())
            .setData(request.getData())
            .setContentType(request.getContentType())
            .setStatus(TaskStatus.NEW)
            .build();
    boolean created = tasks.putIfAbsent(taskId, task) == null;
    return ScheduleResponse.newBuilder().setTaskId(taskId).setCreated(created).build();
  }

  private <T> void answer(StreamObserver<T> reply, java.util.function.Supplier<T> serve) {
    calls++;
    var fault = faults.poll();
    try {
      if (fault == Fault.REQUEST_LOST || fault == Fault.REFUSED || fault == Fault.QUOTA) {
        throw error(fault);
      }
      var response = serve.get();
      if (fault == Fault.SILENCE) {
        return;
      }
      if (fault == Fault.REPLY_LOST) {
        throw error(fault);
      }
      if (fault == Fault.RESET) {
        // gRPC resets the stream of a call that ends without an error and without an answer.
        reply.onCompleted();
        return;
      }
      reply.onNext(response);
      reply.onCompleted();
    } catch (StatusRuntimeException e) {
      reply.onError(e);
    }
  }

  private static StatusRuntimeException error(Fault fault) {
    if (fault == Fault.QUOTA) {
      return StatusProto.toStatusRuntimeException(
          com.google.rpc.Status.newBuilder()
              .setCode(Status.Code.RESOURCE_EXHAUSTED.value())
              .addDetails(
                  Any.pack(
                      ErrorInfo.newBuilder()
                          .setDomain(RpcErrors.DOMAIN)
                          .setReason("QUOTA_EXCEEDED")
                          .build()))
              .addDetails(
                  Any.pack(
                      RetryInfo.newBuilder()
                          .setRetryDelay(Duration.newBuilder().setSeconds(3_600))
                          .build()))
              .build());
    }
    return fault == Fault.REFUSED || fault == Fault.BATCH_REFUSED
        ? RpcErrors.ofFields(
            ErrorReason.PRIORITY_UNKNOWN,
            "priority: urgent",
            java.util.List.of(
                com.google.rpc.BadRequest.FieldViolation.newBuilder()
                    .setField("priority")
                    .setDescription("urgent (expected: one of high, low)")
                    .build()))
        : RpcErrors.of(ErrorReason.STORE_UNAVAILABLE, "the store does not answer");
  }

  /** Lambda that can be deleted once. */
  private final class Lambdas extends LambdaServiceGrpc.LambdaServiceImplBase {
    private boolean deleted;

    @Override
    public void deleteLambda(
        DeleteLambdaRequest request, StreamObserver<DeleteLambdaResponse> reply) {
      synchronized (SmallFrontend.this) {
        answer(
            reply,
            () -> {
              if (deleted) {
                throw RpcErrors.of(ErrorReason.LAMBDA_NOT_FOUND, "no such lambda");
              }
              deleted = true;
              return DeleteLambdaResponse.getDefaultInstance();
            });
      }
    }
  }

  /** Key held by the task `failed` until it is skipped or retried. */
  private final class Keys extends OrderingServiceGrpc.OrderingServiceImplBase {
    private OrderingKey key =
        OrderingKey.newBuilder()
            .setKey("k")
            .setState(OrderingKey.State.HELD)
            .setHolderTaskId("failed")
            .build();

    @Override
    public void getKey(GetKeyRequest request, StreamObserver<OrderingKey> reply) {
      synchronized (SmallFrontend.this) {
        answer(reply, () -> key);
      }
    }

    @Override
    public void skipHead(SkipHeadRequest request, StreamObserver<OrderingKey> reply) {
      synchronized (SmallFrontend.this) {
        answer(reply, () -> change(request.getTaskId(), OrderingKey.State.FREE, ""));
      }
    }

    @Override
    public void retryHead(RetryHeadRequest request, StreamObserver<OrderingKey> reply) {
      synchronized (SmallFrontend.this) {
        answer(reply, () -> change(request.getTaskId(), OrderingKey.State.TAKEN, "failed"));
      }
    }

    private OrderingKey change(String taskId, OrderingKey.State state, String holder) {
      if (key.getState() != OrderingKey.State.HELD || !key.getHolderTaskId().equals(taskId)) {
        throw RpcErrors.of(ErrorReason.KEY_NOT_HELD, "not held by this task");
      }
      key = key.toBuilder().setState(state).setHolderTaskId(holder).build();
      return key;
    }
  }

  /** Job that ends when it is cancelled. */
  private final class OneJob extends JobServiceGrpc.JobServiceImplBase {
    private Job job = Job.newBuilder().setStatus(JobStatus.JOB_HELD).build();

    @Override
    public void getJob(GetJobRequest request, StreamObserver<Job> reply) {
      synchronized (SmallFrontend.this) {
        answer(reply, () -> job);
      }
    }

    @Override
    public void cancelJob(CancelJobRequest request, StreamObserver<Job> reply) {
      synchronized (SmallFrontend.this) {
        job = job.toBuilder().setStatus(JobStatus.JOB_CANCELLED).build();
        answer(reply, () -> job);
      }
    }
  }

  @Override
  public void close() {
    release();
    server.shutdownNow();
    try {
      // Its port is free only when the thread that accepts connections has ended.
      boolean ignored = server.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
