package dev.atf.controller;

import static dev.atf.controller.ManualTime.awaiting;

import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.grpc.GrpcService;
import dev.atf.model.TaskRef;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.protocol.v1.Work;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HSC that keeps the law of claims: each epoch is claimed once, and a replay is answered alike.
 */
final class FakeHsc extends HscServiceGrpc.HscServiceImplBase {
  final List<ClaimTasksRequest> claims = new CopyOnWriteArrayList<>();
  final List<SetResultsRequest> results = new CopyOnWriteArrayList<>();
  final List<DescribeLambdasRequest> descriptions = new CopyOnWriteArrayList<>();
  final Map<String, List<String>> priorities = new ConcurrentHashMap<>();

  /** Number of replies to lose after the claim was made. */
  final AtomicInteger lostReplies = new AtomicInteger();

  /** Number of claims never to answer; nothing is claimed. */
  final AtomicInteger silentCalls = new AtomicInteger();

  /** Latch that delays the answers of claims that were made. */
  volatile CountDownLatch answersWaitFor = new CountDownLatch(0);

  /** Number of calls to refuse because the store is away. */
  final AtomicInteger storeFailures = new AtomicInteger();

  /** Reason with which the next claims of a task are refused. */
  final Map<String, ClaimRefusal> refusals = new ConcurrentHashMap<>();

  /** Lambdas that are paused. */
  final Set<String> paused = ConcurrentHashMap.newKeySet();

  /** Needs of lambdas. */
  final Map<String, List<String>> needs = new ConcurrentHashMap<>();

  /** Lambdas that the controller has no right to. */
  final Set<String> forbidden = ConcurrentHashMap.newKeySet();

  /** Lambdas at their maximum of running tasks, and when to ask again. */
  final Map<String, Duration> full = new ConcurrentHashMap<>();

  /** Lambdas whose claims the store refuses. */
  final Set<String> failing = ConcurrentHashMap.newKeySet();

  /** Number of further tasks of a lambda that may run. */
  final Map<String, AtomicInteger> free = new ConcurrentHashMap<>();

  /** Times of claims, on this server's clock. */
  final List<Long> claimedAt = new CopyOnWriteArrayList<>();

  /** Answer to reports of the host. */
  volatile WorkerAnswer worker = WorkerAnswer.getDefaultInstance();

  private final Map<TaskRef, String> enqueued = new HashMap<>();
  private final MonotonicClock clock;
  private Optional<Server> server = Optional.empty();
  private int port;

  FakeHsc(MonotonicClock clock) {
    this.clock = clock;
  }

  void start() {
    var starting =
        Server.builder()
            .http(port)
            // It would not answer calls after its end anyway.
            .connectionDrainDuration(Duration.ZERO)
            .service(GrpcService.builder().addService(this).useBlockingTaskExecutor(true).build())
            .build();
    starting.start().join();
    port = starting.activeLocalPort();
    server = Optional.of(starting);
  }

  /** Returns when its port and its last connection are closed. */
  void stop() {
    server.ifPresent(
        running -> {
          // Not joined: Netty's accepting thread waits two seconds more for late tasks.
          var stopped = running.stop();
          awaiting()
              .until(
                  () ->
                      stopped.isDone()
                          || (running.activePorts().isEmpty() && running.numConnections() == 0));
        });
    server = Optional.empty();
  }

  String uri() {
    return "http://127.0.0.1:" + port;
  }

  synchronized void enqueue(TaskRef ref) {
    enqueued.put(ref, "");
  }

  @Override
  public void describeLambdas(
      DescribeLambdasRequest request, StreamObserver<DescribeLambdasResponse> answers) {
    descriptions.add(request);
    if (request.getLambdasList().stream().anyMatch(forbidden::contains)) {
      answers.onError(RpcErrors.of(ErrorReason.ACTION_NOT_ALLOWED, "not this one"));
      return;
    }
    var response = DescribeLambdasResponse.newBuilder();
    if (request.hasReport()) {
      response.setWorker(worker);
    }
    for (var lambda : request.getLambdasList()) {
      var known = priorities.get(lambda);
      if (known != null) {
        response.addLambdas(
            LambdaSettings.newBuilder()
                .setLambda(lambda)
                .addAllPriorities(known)
                .setPaused(paused.contains(lambda))
                .addAllNeeds(needs.getOrDefault(lambda, List.of())));
      }
    }
    answers.onNext(response.build());
    answers.onCompleted();
  }

  @Override
  public void claimTasks(ClaimTasksRequest request, StreamObserver<ClaimTasksResponse> answers) {
    claimedAt.add(clock.nanos());
    claims.add(request);
    if (silentCalls.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      return;
    }
    if (failing.contains(request.getLambda())
        || storeFailures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      answers.onError(RpcErrors.of(ErrorReason.STORE_UNAVAILABLE, "the store is away"));
      return;
    }
    var response = ClaimTasksResponse.newBuilder();
    request.getTasksList().forEach(task -> response.addVerdicts(claim(request, task)));
    var left = free.get(request.getLambda());
    if (left != null) {
      response.setFree(left.get());
    }
    if (lostReplies.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      answers.onError(Status.UNKNOWN.withDescription("connection reset").asRuntimeException());
      return;
    }
    try {
      answersWaitFor.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    answers.onNext(response.build());
    answers.onCompleted();
  }

  private synchronized ClaimVerdict claim(ClaimTasksRequest request, ClaimTask task) {
    var refusal = refusals.remove(task.getTaskId());
    if (refusal != null) {
      return ClaimVerdict.newBuilder().setRefused(refusal).build();
    }
    var left = free.get(request.getLambda());
    boolean hasPlace = left == null || left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    var retryAfter = hasPlace ? full.get(request.getLambda()) : Duration.ofSeconds(1);
    if (retryAfter != null) {
      return ClaimVerdict.newBuilder()
          .setRefused(
              ClaimRefusal.newBuilder()
                  .setReason(ClaimRefusal.Reason.LAMBDA_FULL)
                  .setRetryAfter(ProtoTimes.proto(retryAfter)))
          .build();
    }
    var ref = new TaskRef(new dev.atf.model.TaskId(task.getTaskId()), task.getEpoch());
    var holder = enqueued.get(ref);
    if (holder == null || !(holder.isEmpty() || holder.equals(task.getClaimId()))) {
      return ClaimVerdict.newBuilder()
          .setRefused(ClaimRefusal.newBuilder().setReason(ClaimRefusal.Reason.STALE))
          .build();
    }
    enqueued.put(ref, task.getClaimId());
    return ClaimVerdict.newBuilder()
        .setClaimed(
            Work.newBuilder()
                .setTaskId(task.getTaskId())
                .setEpoch(task.getEpoch())
                .setClaimId(task.getClaimId())
                .setAttempt(1)
                .setLambda(request.getLambda()))
        .build();
  }

  @Override
  public void setResults(SetResultsRequest request, StreamObserver<SetResultsResponse> answers) {
    results.add(request);
    if (storeFailures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      answers.onError(RpcErrors.of(ErrorReason.STORE_UNAVAILABLE, "the store is away"));
      return;
    }
    answers.onNext(SetResultsResponse.getDefaultInstance());
    answers.onCompleted();
  }
}
