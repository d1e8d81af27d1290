package dev.atf.lab.chaos;

import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSpec;
import dev.atf.local.Pause;
import dev.atf.model.TaskId;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.check.Promise;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Clients that schedule tasks, retry unanswered calls, repeat answered ones, and cancel tasks. */
final class Clients implements AutoCloseable {
  /** Chosen: calls in flight; an absent frontend delays them. */
  private static final int UNDER_WAY_MAX = 128;

  private static final int TWICE_ONE_IN = 8;
  private static final Duration REPEAT_AFTER = Duration.ofMillis(200);
  private static final String OCTETS = "application/octet-stream";

  /** Answers that repetition does not change. */
  private static final Set<Status.Code> FINAL =
      Set.of(
          Status.Code.INVALID_ARGUMENT,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.NOT_FOUND,
          Status.Code.ALREADY_EXISTS,
          Status.Code.UNIMPLEMENTED);

  private final AtfClient client;
  private final RunHistory history;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Semaphore room = new Semaphore(UNDER_WAY_MAX);
  private final Map<String, TaskRequest> requests;
  private final Map<TaskId, String> acknowledged = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param requests receives each request, by its key
   */
  Clients(AtfClient client, RunHistory history, Map<String, TaskRequest> requests) {
    this.client = client;
    this.history = history;
    this.requests = requests;
  }

  /** Returns the status of a task, as the API reports it. */
  TaskStatus get(TaskId taskId) {
    return untilAnswered(() -> client.get(taskId.value()), "get " + taskId)
        .map(snapshot -> snapshot.task().getStatus())
        .orElse(TaskStatus.TASK_STATUS_UNSPECIFIED);
  }

  Set<TaskId> acknowledged() {
    return Set.copyOf(acknowledged.keySet());
  }

  /** Returns whether every request and every cancellation was acknowledged. */
  boolean areDone() {
    return room.availablePermits() == UNDER_WAY_MAX;
  }

  /** Returns whether one more request may be made; while calls are unanswered, it may not. */
  boolean haveRoom() {
    return room.availablePermits() > 0;
  }

  /** Starts a request; returns at once if {@link #haveRoom}. */
  void say(TaskRequest request) {
    room.acquireUninterruptibly();
    requests.put(request.key(), request);
    threads.execute(
        () -> {
          try {
            carryOut(request);
          } catch (RuntimeException e) {
            if (!closed) {
              history.tell("clients are answered", request + ": " + e);
            }
          } finally {
            room.release();
          }
        });
  }

  private void carryOut(TaskRequest request) {
    var spec =
        TaskSpec.ofBytes(request.lambda(), request.operation().payload().toByteArray(), OCTETS)
            .idempotencyKey(request.key());
    if (!request.delay().isZero()) {
      spec.delay(request.delay());
    }
    boolean twice = request.key().hashCode() % TWICE_ONE_IN == 0;
    for (int i = 0; i < (twice ? 2 : 1); i++) {
      var answer = untilAnswered(() -> client.schedule(spec), "schedule " + request);
      if (answer.isEmpty()) {
        return;
      }
      promised(request, new TaskId(answer.get().taskId()), answer.get().scheduledAt());
      if (request.cancelled() && i == 0) {
        Pause.until(clock.nanos() + request.cancelAfter().toNanos(), clock);
        var ignored =
            untilAnswered(
                () -> client.cancel(answer.get().taskId(), "changed my mind"), "cancel " + request);
      }
    }
  }

  private void promised(TaskRequest request, TaskId taskId, Instant notBefore) {
    acknowledged.put(taskId, request.key());
    history.promised(new Promise(instants.instant(), taskId, request.key(), notBefore));
  }

  /** Repeats a call until it is answered; returns empty if it was refused for good. */
  private <T> Optional<T> untilAnswered(Supplier<T> call, String what) {
    while (!closed) {
      try {
        return Optional.of(call.get());
      } catch (AtfException e) {
        if (FINAL.contains(e.code())) {
          history.tell("nothing is refused that is right", what + ": " + e.getMessage());
          return Optional.empty();
        }
        Pause.until(clock.nanos() + REPEAT_AFTER.toNanos(), clock);
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdownNow();
    client.close();
  }
}
