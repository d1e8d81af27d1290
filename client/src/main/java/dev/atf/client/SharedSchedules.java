package dev.atf.client;

import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.TaskServiceGrpc.TaskServiceBlockingStub;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Schedules that share calls. A Schedule is sent immediately while fewer than {@value #CALLS_MAX}
 * calls for its lambda are in progress. All others wait until one of these calls ends, and are then
 * sent together in the next call. A single caller never waits, and each of many concurrent callers
 * costs a fraction of a call.
 *
 * <p>Each Schedule has its own answer. If a whole shared call was refused, each of its Schedules is
 * sent again in its own call, so that one bad Schedule cannot affect the others.
 *
 * @see <a href="../../../../../../../docs/adr/0065-schedules-share-calls.md">ADR 0065</a>
 */
final class SharedSchedules {
  /**
   * Maximum number of concurrent calls for a lambda: while one call hangs, another one can proceed.
   */
  static final int CALLS_MAX = 2;

  /**
   * Maximum number of tasks in a call. A larger call would save little, and its tasks would wait
   * for each other.
   */
  static final int TASKS_MAX = 50;

  /**
   * Maximum size of a shared call in bytes. It is far below the largest message that a frontend
   * accepts.
   */
  static final int BYTES_MAX = 1 << 20;

  private final Supplier<TaskServiceBlockingStub> tasks;
  private final Duration callTimeout;

  /** Lambdas with calls in progress; guarded by itself. */
  private final Map<String, Line> lines = new HashMap<>();

  /** Calls and waiting Schedules of one lambda. */
  private static final class Line {
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int callsInProgress;
  }

  /** One Schedule. Its fields are written before its thread is released to take the answer. */
  private static final class Waiting {
    private final ScheduleRequest request;
    private final Line line;
    private final Semaphore released = new Semaphore(0);
    private boolean mustCall;
    private Supplier<ScheduleResponse> answer = SharedSchedules::lost;

    Waiting(ScheduleRequest request, Line line) {
      this.request = request;
      this.line = line;
    }
  }

  /**
   * Creates an object without calls.
   *
   * @param tasks stub for one try of a call
   * @param callTimeout timeout of a call, and of the wait for a call
   */
  SharedSchedules(Supplier<TaskServiceBlockingStub> tasks, Duration callTimeout) {
    this.tasks = tasks;
    this.callTimeout = callTimeout;
  }

  /**
   * Makes one try.
   *
   * @throws StatusRuntimeException as for a Schedule in its own call
   */
  ScheduleResponse schedule(ScheduleRequest request) {
    if (Context.current().getDeadline() != null) {
      // The deadline may be too short for the other Schedules.
      return tasks.get().schedule(request);
    }
    var own = enter(request);
    if (!own.mustCall) {
      await(own);
    }
    if (own.mustCall) {
      call(own);
    }
    return own.answer.get();
  }

  /** Registers a call that this Schedule must make, or lets the Schedule wait. */
  private Waiting enter(ScheduleRequest request) {
    synchronized (lines) {
      var line = lines.computeIfAbsent(request.getLambda(), lambda -> new Line());
      var own = new Waiting(request, line);
      if (line.callsInProgress < CALLS_MAX) {
        line.callsInProgress++;
        own.mustCall = true;
      } else {
        line.waiting.add(own);
      }
      return own;
    }
  }

  /** Waits until another thread has sent the Schedule, or until this thread must send it. */
  private void await(Waiting own) {
    try {
      if (own.released.tryAcquire(callTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
      leave(own);
      throw Status.DEADLINE_EXCEEDED
          .withDescription("no call ended within " + callTimeout)
          .asRuntimeException();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      leave(own);
      throw Status.CANCELLED
          .withDescription("Thread interrupted")
          .withCause(e)
          .asRuntimeException();
    }
  }

  private void leave(Waiting own) {
    synchronized (lines) {
      own.line.waiting.remove(own);
      if (own.mustCall) {
        callEnded(own);
      }
    }
  }

  /** Makes the registered call for this Schedule and for those that wait. */
  private void call(Waiting own) {
    var batch = List.of(own);
    try {
      batch = batch(own);
      if (batch.size() == 1) {
        var response = tasks.get().schedule(own.request);
        own.answer = () -> response;
      } else {
        together(batch);
      }
    } finally {
      synchronized (lines) {
        callEnded(own);
      }
      batch.stream().filter(each -> each != own).forEach(each -> each.released.release());
    }
  }

  private List<Waiting> batch(Waiting own) {
    var batch = new ArrayList<Waiting>(List.of(own));
    int bytes = own.request.getSerializedSize();
    synchronized (lines) {
      var waiting = own.line.waiting;
      while (batch.size() < TASKS_MAX && !waiting.isEmpty()) {
        bytes += waiting.element().request.getSerializedSize();
        if (bytes > BYTES_MAX) {
          break;
        }
        batch.add(waiting.remove());
      }
    }
    return batch;
  }

  /** Lets the first waiting Schedule make the next call. The caller holds the lock. */
  private void callEnded(Waiting own) {
    var next = own.line.waiting.poll();
    if (next != null) {
      next.mustCall = true;
      next.released.release();
    } else if (--own.line.callsInProgress == 0) {
      lines.remove(own.request.getLambda());
    }
  }

  private void together(List<Waiting> batch) {
    var request =
        ScheduleBatchRequest.newBuilder()
            .setLambda(batch.get(0).request.getLambda())
            .addAllTasks(batch.stream().map(each -> each.request).toList())
            .build();
    try {
      var response = tasks.get().scheduleBatch(request);
      for (int i = 0; i < batch.size(); i++) {
        var result = response.getResults(i);
        batch.get(i).answer = () -> response(result);
      }
    } catch (StatusRuntimeException e) {
      batch.forEach(each -> each.answer = () -> afterFailure(e, each.request));
    }
  }

  /** Sends the Schedule in its own call if repeating the shared call would not help. */
  private ScheduleResponse afterFailure(StatusRuntimeException failure, ScheduleRequest request) {
    if (Retries.isWorthRepeating(failure)) {
      throw failure;
    }
    return tasks.get().schedule(request);
  }

  private static ScheduleResponse response(ScheduleBatchResult result) {
    if (result.hasError()) {
      throw StatusProto.toStatusRuntimeException(result.getError());
    }
    return ScheduleResponse.newBuilder()
        .setTaskId(result.getTaskId())
        .setCreated(result.getCreated())
        .setScheduledAt(result.getScheduledAt())
        .build();
  }

  /** Returns the answer for Schedules whose calling thread ended with an error. */
  private static ScheduleResponse lost() {
    throw Status.UNAVAILABLE
        .withDescription("the shared call failed on this side")
        .asRuntimeException();
  }
}
