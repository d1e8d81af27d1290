package dev.atf.lab.bench.workload;

import dev.atf.lab.execution.ExecutionLog;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;

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
    var job = Job.Input.of(payload);
    log.began(job.task(), 0);
    if (!job.takes().isZero()) {
      Pause.until(clock.nanos() + job.takes().toNanos(), clock);
    }
  }
}
