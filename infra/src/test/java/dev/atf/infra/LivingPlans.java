package dev.atf.infra;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import com.google.protobuf.Value;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.JobStep;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.testtime.TestTimeouts;
import java.util.List;

/**
 * One run through everything that creates tasks over time: a periodic task, an ordering key, a job.
 */
final class LivingPlans {
  private static final String NAME = "p";

  private LivingPlans() {}

  /**
   * @param large work whose result is an item of its own
   * @param bad work that fails permanently
   */
  static void live(ApiConnection api, String lambda, Value work, Value large, Value bad) {
    periodic(api, lambda, work);
    keys(api, lambda, List.of(work, bad, work));
    job(api, lambda, work, large);
  }

  private static void periodic(ApiConnection api, String lambda, Value work) {
    var task =
        PeriodicTask.newBuilder()
            .setLambda(lambda)
            .setName(NAME)
            .setJson(work)
            .setSchedule(
                PeriodicSchedule.newBuilder().setEvery(Duration.newBuilder().setSeconds(1)))
            .build();
    var created = api.periodic().create(task);
    var get = GetPeriodicRequest.newBuilder().setLambda(lambda).setName(NAME).build();
    await().atMost(TestTimeouts.STALL).until(() -> api.periodic().get(get).hasLastFire());
    api.periodic().list(ListPeriodicRequest.newBuilder().setLambda(lambda).build());
    api.periodic().listFires(ListFiresRequest.newBuilder().setLambda(lambda).setName(NAME).build());
    api.periodic()
        .update(
            created.toBuilder().setExpectedRevision(0).setJson(work).setPriority("low").build());
    api.periodic().pause(PausePeriodicRequest.newBuilder().setLambda(lambda).setName(NAME).build());
    api.periodic()
        .delete(DeletePeriodicRequest.newBuilder().setLambda(lambda).setName(NAME).build());
  }

  private static void keys(ApiConnection api, String lambda, List<Value> works) {
    for (var work : works) {
      api.tasks()
          .schedule(
              ScheduleRequest.newBuilder()
                  .setLambda(lambda)
                  .setOrderingKey(NAME)
                  .setJson(work)
                  .build());
    }
    api.keys().listKeys(ListKeysRequest.newBuilder().setLambda(lambda).build());
    var get = GetKeyRequest.newBuilder().setLambda(lambda).setKey(NAME).build();
    await()
        .atMost(TestTimeouts.STALL)
        .until(() -> api.keys().getKey(get).getState() != OrderingKey.State.WAITED_FOR);
  }

  private static void job(ApiConnection api, String lambda, Value work, Value large) {
    api.jobs()
        .submitJob(
            SubmitJobRequest.newBuilder()
                .setName(NAME)
                .addSteps(JobStep.newBuilder().setName("a").setLambda(lambda).setJson(large))
                .addSteps(
                    JobStep.newBuilder()
                        .setName("b")
                        .setLambda(lambda)
                        .setJson(work)
                        .addInputs("a"))
                .build());
    var get = GetJobRequest.newBuilder().setLambda(lambda).setJob(NAME).build();
    await()
        .atMost(TestTimeouts.STALL)
        .until(() -> api.jobs().getJob(get).getStatus() == JobStatus.JOB_SUCCEEDED);
    api.jobs().listJobs(ListJobsRequest.newBuilder().setLambda(lambda).build());
  }
}
