package dev.atf.frontend.plans.job;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.model.LambdaName;
import dev.atf.plans.job.JobOperation;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.ExplainJobRequest;
import dev.atf.protocol.v1.ExplainJobResponse;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Adapter of JobService; {@link ErrorMapping} maps its exceptions. */
public final class JobRpc extends JobServiceGrpc.JobServiceImplBase {
  private final LambdaCache lambdas;
  private final JobSubmitter submitter;
  private final JobInputPatch patches;
  private final JobChange jobs;
  private final JobListing listing;
  private final InstantSource clock;

  @Inject
  JobRpc(
      LambdaCache lambdas,
      JobSubmitter submitter,
      JobInputPatch patches,
      JobChange jobs,
      JobListing listing,
      InstantSource clock) {
    this.lambdas = lambdas;
    this.submitter = submitter;
    this.patches = patches;
    this.jobs = jobs;
    this.listing = listing;
    this.clock = clock;
  }

  @Override
  public void submitJob(SubmitJobRequest request, StreamObserver<SubmitJobResponse> reply) {
    var submitted = submitter.submit(request);
    answer(
        reply,
        SubmitJobResponse.newBuilder()
            .setLambda(submitted.definition().lambda().value())
            .setJob(submitted.definition().name())
            .setCreated(submitted.created())
            .build());
  }

  @Override
  public void getJob(GetJobRequest request, StreamObserver<Job> reply) {
    answer(reply, jobs.read(new LambdaName(request.getLambda()), request.getJob()));
  }

  @Override
  public void explainJob(ExplainJobRequest request, StreamObserver<ExplainJobResponse> reply) {
    answer(reply, jobs.explain(new LambdaName(request.getLambda()), request.getJob(), now()));
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> reply) {
    answer(reply, listing.list(request, lambdas.require(new LambdaName(request.getLambda()))));
  }

  @Override
  public void cancelJob(CancelJobRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) -> JobOperation.cancel(row.state(), request.getCompensate()),
        reply);
  }

  @Override
  public void holdJob(HoldJobRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) -> JobOperation.pause(row.state(), !request.getResume()),
        reply);
  }

  @Override
  public void retryJob(RetryJobRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) ->
            request.getFromStep().isEmpty()
                ? JobOperation.retry(graph, row.state())
                : JobOperation.retryFrom(
                    graph, row.state(), JobChange.place(graph, "fromStep", request.getFromStep())),
        reply);
  }

  @Override
  public void skipStep(SkipStepRequest request, StreamObserver<Job> reply) {
    change(
        request.getLambda(),
        request.getJob(),
        (graph, row) ->
            JobOperation.skip(
                graph, row.state(), JobChange.place(graph, "step", request.getStep())),
        reply);
  }

  @Override
  public void patchInput(PatchInputRequest request, StreamObserver<Job> reply) {
    change(request.getLambda(), request.getJob(), patches.store(request), reply);
  }

  private void change(
      String lambda, String job, JobChange.Operation operation, StreamObserver<Job> reply) {
    answer(reply, jobs.change(new LambdaName(lambda), job, operation, now()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
