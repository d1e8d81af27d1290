package dev.atf.peers;

import dev.atf.lab.bench.workload.JobHandler;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;

/** Job as JobRunr stores it: the JSON of its field. */
public final class JobRunrRequest implements JobRequest {
  private byte[] payload;

  /** Used by JobRunr to read it from JSON. */
  @SuppressWarnings("unused")
  private JobRunrRequest() {
    this(new byte[0]);
  }

  JobRunrRequest(byte[] payload) {
    this.payload = payload;
  }

  @Override
  public Class<Runner> getJobRequestHandler() {
    return Runner.class;
  }

  /** Passes payloads to the handler. */
  public static final class Runner implements JobRequestHandler<JobRunrRequest> {
    private final JobHandler handler;

    Runner(JobHandler handler) {
      this.handler = handler;
    }

    @Override
    public void run(JobRunrRequest request) {
      handler.handle(request.payload);
    }
  }
}
