package dev.atf.cli.plan;

import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobStatus;
import java.time.Duration;
import java.util.Set;

/** Waits for the end of a job. A held job has not ended. */
final class JobWait {
  private static final Set<JobStatus> FINISHED =
      Set.of(
          JobStatus.JOB_SUCCEEDED,
          JobStatus.JOB_FAILED,
          JobStatus.JOB_COMPENSATED,
          JobStatus.JOB_CANCELLED);

  private JobWait() {}

  /** Waits like {@link EndWait#untilFinished}. */
  static Job untilFinished(ApiConnection api, GetJobRequest request, Duration timeout) {
    return new EndWait<>(
            () -> api.jobs().getJob(request),
            job -> isFinished(job.getStatus()),
            job -> job.getJob() + " is still " + JobOutput.word(job.getStatus()))
        .untilFinished(timeout);
  }

  static boolean isFinished(JobStatus status) {
    return FINISHED.contains(status);
  }
}
