package dev.atf.client;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.ExplainJobRequest;
import dev.atf.protocol.v1.ExplainJobResponse;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Operations on jobs. A job is a graph of steps, and each step is a task. The lambda of the first
 * step and a name identify the job.
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
  private final PayloadJson json;
  private final Supplier<String> freshNames;

  /**
   * A job that is durable, so that the framework will run it.
   *
   * @param lambda lambda of the first step; together with {@code job} it identifies the job
   * @param created false if the same request was submitted before under this name
   */
  public record Submitted(String lambda, String job, boolean created) {}

  Jobs(
      Stubs stubs,
      Retries retries,
      Awaiting awaiting,
      PayloadJson json,
      Supplier<String> freshNames) {
    this.stubs = stubs;
    this.retries = retries;
    this.awaiting = awaiting;
    this.json = json;
    this.freshNames = freshNames;
  }

  /**
   * Submits a job. The whole job is durable once this method has returned. The client gives a job
   * without a name a name for the call, so that a retry after a lost reply does not create a second
   * job.
   *
   * @throws AtfException if the job was refused, with all violations, or if the outcome is unknown
   */
  public Submitted submit(JobSpec spec) {
    var request = spec.request(json);
    var named =
        request.getName().isEmpty()
            ? request.toBuilder().setName(freshNames.get()).build()
            : request;
    var response = retries.call(() -> stubs.jobs().submitJob(named));
    return new Submitted(response.getLambda(), response.getJob(), response.getCreated());
  }

  /** Returns a job with its steps. */
  public Job get(String lambda, String job) {
    var request = request(lambda, job);
    return retries.call(() -> stubs.jobs().getJob(request));
  }

  /** Explains what a job waits for, or why it has ended. */
  public ExplainJobResponse explain(String lambda, String job) {
    var request = ExplainJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
    return retries.call(() -> stubs.jobs().explainJob(request));
  }

  /**
   * Waits until the job has ended, successfully or not. The client polls often at first, and later
   * once a second. A held job has not ended: it waits for an operator.
   *
   * @throws TimeoutException if the job has not ended after {@code timeout}; the job continues
   * @throws InterruptedException if the thread was interrupted while waiting
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

  /** Returns the unfinished jobs whose first step belongs to the lambda, without their steps. */
  public Pages<Job> live(String lambda) {
    return list(lambda, "live");
  }

  /** Returns the finished jobs whose first step belongs to the lambda, without their steps. */
  public Pages<Job> ended(String lambda) {
    return list(lambda, "rest");
  }

  private Pages<Job> list(String lambda, String state) {
    var request = ListJobsRequest.newBuilder().setLambda(lambda).setState(state).build();
    return Pages.of(
        request,
        page -> retries.call(() -> stubs.jobs().listJobs(page)),
        ListJobsResponse::getJobsList,
        answer ->
            Pages.token(answer.getNextPageToken())
                .map(token -> request.toBuilder().setPageToken(token).build()));
  }

  /**
   * Cancels a job that has not ended.
   *
   * @param compensate whether steps that ran are reverted; otherwise their effects stay
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

  /** Holds the job: it starts no further task until {@link #resume} is called. */
  public Job hold(String lambda, String job) {
    var request = HoldJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
    return retries.call(() -> stubs.jobs().holdJob(request));
  }

  /** Resumes a held job. */
  public Job resume(String lambda, String job) {
    var request = HoldJobRequest.newBuilder().setLambda(lambda).setJob(job).setResume(true).build();
    return retries.call(() -> stubs.jobs().holdJob(request));
  }

  /**
   * Retries the steps that failed or are held. If the caller repeats the call after a lost answer,
   * it may be refused with JOB_UNCHANGED.
   */
  public Job retry(String lambda, String job) {
    return retryFrom(lambda, job, "");
  }

  /**
   * Retries a step and all steps after it. A repeated call may be refused as for {@link #retry}.
   */
  public Job retryFrom(String lambda, String job, String step) {
    var request =
        RetryJobRequest.newBuilder().setLambda(lambda).setJob(job).setFromStep(step).build();
    return retries.call(() -> stubs.jobs().retryJob(request));
  }

  /**
   * Skips a step that is pending, held or failed, so that it counts as done; a held compensation
   * counts as reverted.
   */
  public Job skip(String lambda, String job, String step) {
    var request = SkipStepRequest.newBuilder().setLambda(lambda).setJob(job).setStep(step).build();
    return retries.call(() -> stubs.jobs().skipStep(request));
  }

  /**
   * Replaces the input of a step from its next try on.
   *
   * @param payload written as JSON by the client's ObjectMapper
   */
  public Job patch(String lambda, String job, String step, Object payload) {
    var request =
        PatchInputRequest.newBuilder()
            .setLambda(lambda)
            .setJob(job)
            .setStep(step)
            .setData(json.bytes(payload))
            .setContentType("application/json")
            .build();
    return retries.call(() -> stubs.jobs().patchInput(request));
  }
}
