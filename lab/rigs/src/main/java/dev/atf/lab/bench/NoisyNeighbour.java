package dev.atf.lab.bench;

import com.google.protobuf.Duration;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.execution.NoisyHandler;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Instant;
import java.util.stream.IntStream;

/** Lambda A: registers it and gives it its tasks, by ScheduleBatch. */
final class NoisyNeighbour {
  private static final int BATCH = 1_000;
  private static final int CALLERS = 3;

  private final ApiConnection api;

  NoisyNeighbour(ApiConnection api) {
    this.api = api;
  }

  void register() {
    var retry =
        Lambda.Retry.newBuilder()
            .setMaxAttempts(1_000)
            .setInitialBackoff(Duration.newBuilder().setSeconds(1))
            .setMaxBackoff(Duration.newBuilder().setSeconds(2));
    api.lambdas()
        .registerLambda(
            Lambda.newBuilder()
                .setName(NoisyHandler.LAMBDA)
                .setHistory(Lambda.History.NONE)
                .setRetry(retry)
                .build());
  }

  /** Returns once all are acknowledged. */
  void schedule(int count, Instant dueAt, NoisyHandler.Work work) {
    var sizes =
        IntStream.iterate(0, from -> from < count, from -> from + BATCH)
            .mapToObj(from -> Math.min(BATCH, count - from))
            .toList();
    var unused =
        Callers.call(
            CALLERS,
            sizes,
            size -> scheduleBatch(size, dueAt, work),
            called -> {},
            MonotonicClock.system());
  }

  private void scheduleBatch(int size, Instant dueAt, NoisyHandler.Work work) {
    var request = ScheduleBatchRequest.newBuilder().setLambda(NoisyHandler.LAMBDA);
    for (int i = 0; i < size; i++) {
      request.addTasks(request(dueAt, work));
    }
    for (var result : api.tasks().scheduleBatch(request.build()).getResultsList()) {
      if (result.hasError()) {
        throw new IllegalStateException(result.getError().getMessage());
      }
    }
  }

  private static ScheduleRequest request(Instant dueAt, NoisyHandler.Work work) {
    var payload =
        Struct.newBuilder()
            .putFields("kind", Value.newBuilder().setStringValue(work.kind().name()).build())
            .putFields("millis", number(work.millis()))
            .putFields("untilMillis", number(work.untilMillis()));
    return ScheduleRequest.newBuilder()
        .setJson(Value.newBuilder().setStructValue(payload))
        .setScheduledAt(ProtoTimes.proto(dueAt))
        .build();
  }

  private static Value number(long value) {
    return Value.newBuilder().setNumberValue((double) value).build();
  }
}
