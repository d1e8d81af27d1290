package dev.atf.client;

import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc.JobServiceBlockingStub;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import java.util.function.Supplier;

/**
 * Jobs: graphs of steps, each a task. A job is named by the lambda of its first step and a name.
 */
public final class Jobs {
  private final Supplier<JobServiceBlockingStub> stubs;
  private final Retries retries;
  private final Supplier<String> freshNames;

  Jobs(Supplier<JobServiceBlockingStub> stubs, Retries retries, Supplier<String> freshNames) {
    this.stubs = stubs;
    this.retries = retries;
    this.freshNames = freshNames;
  }

  /**
   * Makes a job durable as a whole. One without a name gets one for the call, so that a repetition
   * whose first reply was lost does not make a second job.
   *
   * @throws AtfException if it was refused, with all that is wrong; or if nobody knows
   */
  public SubmitJobResponse submit(SubmitJobRequest request) {
    var named =
        request.getName().isEmpty()
            ? request.toBuilder().setName(freshNames.get()).build()
            : request;
    return retries.call(() -> stubs.get().submitJob(named));
  }

  public Job get(String lambda, String job) {
    var request = GetJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
    return retries.call(() -> stubs.get().getJob(request));
  }

  /** One page. */
  public ListJobsResponse list(ListJobsRequest request) {
    return retries.call(() -> stubs.get().listJobs(request));
  }

  /**
   * @param compensate whether what ran is reverted; otherwise it stays
   */
  public Job cancel(String lambda, String job, boolean compensate) {
    var request =
        CancelJobRequest.newBuilder()
            .setLambda(lambda)
            .setJob(job)
            .setCompensate(compensate)
            .build();
    return retries.call(() -> stubs.get().cancelJob(request));
  }

  /** Starts nothing new until {@link #resume}. */
  public Job hold(String lambda, String job) {
    var request = HoldJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
    return retries.call(() -> stubs.get().holdJob(request));
  }

  public Job resume(String lambda, String job) {
    var request = HoldJobRequest.newBuilder().setLambda(lambda).setJob(job).setResume(true).build();
    return retries.call(() -> stubs.get().holdJob(request));
  }

  /**
   * Tries again what failed, or a step and all after it. Repeated by hand after a lost answer, it
   * may be refused as JOB_UNCHANGED.
   */
  public Job retry(RetryJobRequest request) {
    return retries.call(() -> stubs.get().retryJob(request));
  }

  public Job skip(String lambda, String job, String step) {
    var request = SkipStepRequest.newBuilder().setLambda(lambda).setJob(job).setStep(step).build();
    return retries.call(() -> stubs.get().skipStep(request));
  }

  /** Gives a step another input, from its next try on. */
  public Job patch(PatchInputRequest request) {
    return retries.call(() -> stubs.get().patchInput(request));
  }
}
