package dev.atf.lab.bench;

import com.google.protobuf.Value;
import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Schedules tasks of one lambda at a steady rate, each some seconds ahead.
 *
 * @param ahead time from the scheduling of a task until it is due
 */
record PacedSchedule(ApiConnection api, String lambda, double rate, Duration ahead) {
  /** Due times by task id. */
  Map<String, Instant> run(String what, Duration duration, Progress progress) {
    var instants = InstantSource.system();
    int count = (int) (rate * duration.toMillis() / 1000);
    var due = new ConcurrentHashMap<String, Instant>();
    Callers.atRate(
        rate,
        what,
        count,
        () -> {
          var at = instants.instant().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
          due.put(api.tasks().schedule(request(at)).getTaskId(), at);
        },
        progress);
    return due;
  }

  private ScheduleRequest request(Instant at) {
    return ScheduleRequest.newBuilder()
        .setLambda(lambda)
        .setJson(Value.newBuilder().setStringValue("x"))
        .setScheduledAt(ProtoTimes.proto(at))
        .build();
  }
}
