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

/**
 * Clients that schedule tasks, retry unanswered calls, repeat answered ones, and cancel tasks. None
 * waits for another.
 */
final class Clients implements AutoCloseable {
  /** Maximum of requests in flight: more than arrive while a frontend hangs. Each has a thread. */
  private static final int IN_FLIGHT_MAX = 1_024;

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
  private final Semaphore room = new Semaphore(IN_FLIGHT_MAX);
  private final Map<String, TaskRequest> requests;
  private final ScheduleAvailability.Log calls;
  private final Map<TaskId, String> acknowledged = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param client whose calls are tried twice
   * @param requests receives each request, by its key
   * @param calls receives the first call of each request
   */
  Clients(
      AtfClient client,
      RunHistory history,
      Map<String, TaskRequest> requests,
      ScheduleAvailability.Log calls) {
    this.client = client;
    this.history = history;
    this.requests = requests;
    this.calls = calls;
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
    return room.availablePermits() == IN_FLIGHT_MAX;
  }

  /**
   * Starts a request and returns immediately. If too many are in progress, it counts as failed
   * instead.
   *
   * @param dueNanos time at which it was to be made
   */
  void say(TaskRequest request, long dueNanos) {
    if (!room.tryAcquire()) {
      calls.failed(dueNanos);
      return;
    }
    requests.put(request.key(), request);
    threads.execute(
        () -> {
          try {
            carryOut(request, dueNanos);
          } catch (RuntimeException e) {
            if (!closed) {
              history.tell("clients are answered", request + ": " + e);
            }
          } finally {
            room.release();
          }
        });
  }

  private void carryOut(TaskRequest request, long dueNanos) {
    var spec =
        TaskSpec.ofBytes(request.lambda(), request.operation().payload().toByteArray(), OCTETS)
            .idempotencyKey(request.key());
    if (!request.delay().isZero()) {
      spec.delay(request.delay());
    }
    var schedule = calls.firstCounts(() -> client.schedule(spec), dueNanos);
    boolean twice = request.key().hashCode() % TWICE_ONE_IN == 0;
    for (int i = 0; i < (twice ? 2 : 1); i++) {
      var answer = untilAnswered(schedule, "schedule " + request);
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

  /** Repeats a call until it is answered; returns empty if it was refused permanently. */
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
