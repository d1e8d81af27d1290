package dev.atf.lab.bench.workload;

import dev.atf.lab.execution.ExecutionLog;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Handler of every contender: records its beginning and waits for the job's duration. */
public final class JobHandler {
  private final ExecutionLog log;
  private final MonotonicClock clock = MonotonicClock.system();

  /**
   * @param log of this process
   */
  public JobHandler(ExecutionLog log) {
    this.log = log;
  }

  /**
   * Returns when the job is done.
   *
   * @param payload made by {@link Job#payload}
   */
  public void handle(byte[] payload) {
    var job = ByteBuffer.wrap(payload);
    log.began(Long.toString(job.getLong()), 0);
    var takes = Duration.ofNanos(job.getLong() * 1_000);
    if (!takes.isZero()) {
      Pause.until(clock.nanos() + takes.toNanos(), clock);
    }
  }
}
