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
 * Schedules that share calls. A Schedule is sent at once while fewer than {@value #CALLS_MAX} calls
 * for its lambda are under way; those that come meanwhile wait for one of them to end, and go
 * together in the next. A lonely caller waits for nothing, and many concurrent ones cost a fraction
 * of a call each.
 *
 * <p>Each Schedule has an answer of its own. When a shared call as a whole was refused, each of its
 * Schedules is sent again by itself, so that one cannot spoil the others.
 *
 * @see <a href="../../../../../../../docs/adr/0065-schedules-share-calls.md">ADR 0065</a>
 */
final class SharedSchedules {
  /** Most concurrent calls for a lambda. Chosen: while one hangs another can be made. */
  static final int CALLS_MAX = 2;

  /** Most tasks of a call. Chosen: more hardly save anything, and wait for each other. */
  static final int TASKS_MAX = 50;

  /** Most bytes of a call of several. Chosen: far below what a frontend takes. */
  static final int BYTES_MAX = 1 << 20;

  private final Supplier<TaskServiceBlockingStub> tasks;
  private final Duration callTimeout;

  /** Lambdas with calls under way; guarded by itself. */
  private final Map<String, Line> lines = new HashMap<>();

  /** Calls and waiting Schedules of one lambda. */
  private static final class Line {
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int callsUnderWay;
  }

  /**
   * One Schedule; its fields are written before its thread is released, which then takes the
   * answer.
   */
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
   * @param tasks stub for one try of a call
   * @param callTimeout of a call, and of the wait for one
   */
  SharedSchedules(Supplier<TaskServiceBlockingStub> tasks, Duration callTimeout) {
    this.tasks = tasks;
    this.callTimeout = callTimeout;
  }

  /**
   * Makes one try.
   *
   * @throws StatusRuntimeException as a Schedule by itself does
   */
  ScheduleResponse schedule(ScheduleRequest request) {
    if (Context.current().getDeadline() != null) {
      // It may be too short for the others.
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

  /** Counts a call as under way that it must make, or lets it wait. */
  private Waiting enter(ScheduleRequest request) {
    synchronized (lines) {
      var line = lines.computeIfAbsent(request.getLambda(), lambda -> new Line());
      var own = new Waiting(request, line);
      if (line.callsUnderWay < CALLS_MAX) {
        line.callsUnderWay++;
        own.mustCall = true;
      } else {
        line.waiting.add(own);
      }
      return own;
    }
  }

  /** Waits until another thread has called for it, or it must call itself. */
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

  /** Makes the call that was counted, for this Schedule and those that wait. */
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

  /** Lets the first that waits make the next call. Under the lock. */
  private void callEnded(Waiting own) {
    var next = own.line.waiting.poll();
    if (next != null) {
      next.mustCall = true;
      next.released.release();
    } else if (--own.line.callsUnderWay == 0) {
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

  /** Sends it by itself, if the shared call is not worth repeating. */
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

  /** Answers for a thread that ended with an error while it called. */
  private static ScheduleResponse lost() {
    throw Status.UNAVAILABLE
        .withDescription("the shared call failed on this side")
        .asRuntimeException();
  }
}
