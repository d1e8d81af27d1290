package dev.atf.client;

import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Jobs: graphs of steps, each a task. A job is named by the lambda of its first step and a name.
 */
public final class Jobs {
  private static final Set<JobStatus> FINISHED =
      Set.of(
          JobStatus.JOB_SUCCEEDED,
          JobStatus.JOB_FAILED,
          JobStatus.JOB_COMPENSATED,
          JobStatus.JOB_CANCELLED);

  private final Stubs stubs;
  private final Retries retries;
  private final Awaiting awaiting;
  private final Supplier<String> freshNames;

  Jobs(Stubs stubs, Retries retries, Awaiting awaiting, Supplier<String> freshNames) {
    this.stubs = stubs;
    this.retries = retries;
    this.awaiting = awaiting;
    this.freshNames = freshNames;
  }

  /**
   * Makes a job durable as a whole. One without a name gets one for the call, so that a repetition
   * whose first reply was lost does not create a second job.
   *
   * @throws AtfException if it was refused, with all violations; or if the outcome is unknown
   */
  public SubmitJobResponse submit(SubmitJobRequest request) {
    var named =
        request.getName().isEmpty()
            ? request.toBuilder().setName(freshNames.get()).build()
            : request;
    return retries.call(() -> stubs.jobs().submitJob(named));
  }

  public Job get(String lambda, String job) {
    var request = request(lambda, job);
    return retries.call(() -> stubs.jobs().getJob(request));
  }

  /**
   * Waits until the job has ended, whatever its end; polls often at first and then up to once a
   * second. A held job has not ended: it waits for an operator.
   *
   * @throws TimeoutException if it has not ended after {@code timeout}; the job continues
   * @throws InterruptedException if the thread was interrupted while it waited
   */
  public Job await(String lambda, String job, Duration timeout)
      throws TimeoutException, InterruptedException {
    var request = request(lambda, job);
    return awaiting.await(
        new Awaiting.Awaited<>(
            "job %s of %s".formatted(job, lambda),
            end -> stubs.jobs(end).getJob(request),
            found -> FINISHED.contains(found.getStatus()),
            Job::getStatus),
        timeout);
  }

  private static GetJobRequest request(String lambda, String job) {
    return GetJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
  }

  /** Returns one page. */
  public ListJobsResponse list(ListJobsRequest request) {
    return retries.call(() -> stubs.jobs().listJobs(request));
  }

  /**
   * @param compensate whether steps that ran are reverted; otherwise they stay
   */
  public Job cancel(String lambda, String job, boolean compensate) {
    var request =
        CancelJobRequest.newBuilder()
            .setLambda(lambda)
            .setJob(job)
            .setCompensate(compensate)
            .build();
    return retries.call(() -> stubs.jobs().cancelJob(request));
  }

  /** Starts nothing new until {@link #resume}. */
  public Job hold(String lambda, String job) {
    var request = HoldJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
    return retries.call(() -> stubs.jobs().holdJob(request));
  }

  public Job resume(String lambda, String job) {
    var request = HoldJobRequest.newBuilder().setLambda(lambda).setJob(job).setResume(true).build();
    return retries.call(() -> stubs.jobs().holdJob(request));
  }

  /**
   * Tries again what failed, or a step and all after it. Repeated by hand after a lost answer, it
   * may be refused as JOB_UNCHANGED.
   */
  public Job retry(RetryJobRequest request) {
    return retries.call(() -> stubs.jobs().retryJob(request));
  }

  public Job skip(String lambda, String job, String step) {
    var request = SkipStepRequest.newBuilder().setLambda(lambda).setJob(job).setStep(step).build();
    return retries.call(() -> stubs.jobs().skipStep(request));
  }

  /** Gives a step another input, from its next try on. */
  public Job patch(PatchInputRequest request) {
    return retries.call(() -> stubs.jobs().patchInput(request));
  }
}
