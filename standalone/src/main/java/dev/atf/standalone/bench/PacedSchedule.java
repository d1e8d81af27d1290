package dev.atf.standalone.bench;

import com.google.protobuf.Value;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.MonotonicClock;
import dev.atf.standalone.cli.ApiConnection;
import dev.atf.standalone.demo.DemoProgress;
import dev.atf.standalone.local.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Schedules tasks of one lambda at a steady rate, each some seconds ahead.
 *
 * @param ahead how long after it is scheduled each is due
 */
record PacedSchedule(ApiConnection api, String lambda, double rate, Duration ahead) {
  private static final int CALLERS = 8;
  private static final Duration SETTLE_MAX = Duration.ofSeconds(60);

  /** Due times by task id. */
  Map<String, Instant> run(String what, Duration duration, DemoProgress progress) {
    var clock = MonotonicClock.system();
    var instants = InstantSource.system();
    int count = (int) (rate * duration.toMillis() / 1000);
    var due = new ConcurrentHashMap<String, Instant>();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    progress.begin(what, count);
    long begun = clock.nanos();
    try {
      for (int i = 0; i < count; i++) {
        Pause.until(begun + (long) (i * 1e9 / rate), clock);
        callers.execute(
            () -> {
              var at = instants.instant().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
              due.put(api.tasks().schedule(request(at)).getTaskId(), at);
            });
        progress.step(i + 1);
      }
      callers.shutdown();
      if (!callers.awaitTermination(SETTLE_MAX.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("the frontend does not keep up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      callers.shutdownNow();
      progress.end();
    }
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
