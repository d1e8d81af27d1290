package dev.atf.hsc.plans;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.hsc.HscFixture;
import dev.atf.hsc.claim.WorkInputs;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.GateState;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal.Reason;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.WorkOfJob;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobGraphs;
import dev.atf.store.plans.JobSteps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the inputs of a step in addition to its payload. {@code JobClientTest} tests them through
 * all services.
 */
final class JobInputsTest {
  private static final Instant DEADLINE = NOON.plusSeconds(60);

  private final InMemoryPlans plans = new InMemoryPlans();
  private final InMemoryTaskStore store = new InMemoryTaskStore();
  private final JobInputs inputs = new JobInputs(plans, new JobGraphs(plans), store, store);
  private final JobDefinition definition =
      new JobDefinition(
          "night",
          List.of(
              new StepDefinition(
                  "each",
                  WorkKind.of(LAMBDA),
                  List.of(),
                  List.of(),
                  new FanOut.Items(2),
                  Duration.ofMinutes(1),
                  new FailurePolicy(0, Then.FAIL),
                  null)),
          1);

  @Test
  void anItemIsCutOutOfTheListThatCameWithTheJob() {
    submit();
    put("[{\"n\":1},{\"n\":2}]");

    var given = given("0-each/1/1/1");

    assertThat(given.getItem()).isEqualTo(1);
    assertThat(given.getItemJson().toStringUtf8()).isEqualTo("{\"n\":2}");
    assertThat(given.getJob()).isEqualTo("night");
    assertThat(given.getStep()).isEqualTo("each");
    assertThat(given.getInputsList()).isEmpty();
  }

  @Test
  void itemIsThePayloadOfAStepWithoutOne() {
    submit();
    put("[{\"n\":1},{\"n\":2}]");

    var given = inputs.of(task("0-each/1/1/1", Payload.EMPTY), NOON).orElseThrow();

    assertThat(given.getPayload().toStringUtf8()).isEqualTo("{\"n\":2}");
    assertThat(given.getContentType()).isEqualTo(Payload.JSON);
    assertThat(given.getJob().getItemJson()).isEqualTo(given.getPayload());
  }

  @Test
  void payloadOfAStepStaysBesideTheItem() {
    submit();
    put("[1,2]");

    var given = inputs.of(task("0-each/1/1/1", 2), NOON).orElseThrow();

    assertThat(given.getPayload()).isEqualTo(ByteString.EMPTY);
    assertThat(given.getContentType()).isEmpty();
    assertThat(given.getJob().getItemJson().toStringUtf8()).isEqualTo("2");
  }

  @Test
  void ultimatumLeftCountsFromTheClaim() {
    submit();
    put("[1,2]");

    assertThat(ProtoTimes.java(given("0-each/1/1/0").getUltimatumLeft()))
        .isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aPayloadAndAnItemThatAreTooLargeTogetherAreRefused() {
    submit();
    put("[\"" + "x".repeat(200_000) + "\",1]");

    assertThat(inputs.of(task("0-each/1/1/0", 200_000), NOON)).isEmpty();
    assertThat(inputs.of(task("0-each/1/1/1", 200_000), NOON)).isPresent();
  }

  /** The reply was lost, and the gate was closed before the claim was repeated. */
  @Test
  void repeatedClaimBehindAClosedGateHasTheSameInputs() {
    try (var hsc = new HscFixture()) {
      submit(hsc.plans);
      put(hsc.store, "[1,2]");
      var origin =
          PlanKind.JOB.origin(
              definition.id(), "0-each/1/1/1", JobContents.payload(definition.id(), 0, ""));
      var ref = hsc.enqueued(hsc.header().withOrigin(origin));
      var first = hsc.claim(ref);
      hsc.gate(null, GateState.PAUSED);

      assertThat(hsc.claim(ref)).isEqualTo(first);
      assertThat(first.getClaimed().getJob().getItemJson().toStringUtf8()).isEqualTo("2");
    }
  }

  @Test
  @Tag("P12")
  void aJobThatCannotBeReadRefusesOnlyTheClaimsOfItsOwnTasks() {
    try (var hsc = new HscFixture()) {
      submit(hsc.plans);
      var origin =
          PlanKind.JOB.origin(
              definition.id(), "0-each/1/1/1", JobContents.payload(definition.id(), 0, ""));
      var step = hsc.enqueued(hsc.header().withOrigin(origin));
      var other = hsc.enqueued();
      var row = hsc.plans.find(definition.id()).orElseThrow();
      hsc.plans.put(row.next(new Bytes(new byte[] {82, 99}), row.alarmAt()));

      var verdicts =
          hsc.hsc
              .claimTasks(
                  ClaimTasksRequest.newBuilder()
                      .setExecutorId(HscFixture.EXECUTOR.value())
                      .setLambda(LAMBDA.value())
                      .addTasks(HscFixture.claimTask(step, HscFixture.CLAIM))
                      .addTasks(HscFixture.claimTask(other, HscFixture.OTHER_CLAIM))
                      .build())
              .getVerdictsList();

      assertThat(verdicts.get(0).getRefused().getReason()).isEqualTo(Reason.UNREADABLE);
      assertThat(ProtoTimes.java(verdicts.get(0).getRefused().getRetryAfter()))
          .isEqualTo(Duration.ofSeconds(30));
      assertThat(hsc.task(step).attempt()).isZero();
      assertThat(verdicts.get(1).hasClaimed()).isTrue();
      assertThat(hsc.count("atf.hsc.claims", "verdict", "unreadable")).isEqualTo(1);
    }
  }

  @Test
  void aStepWhoseInputsAreTooLargeIsADeadLetter() {
    try (var hsc = new HscFixture()) {
      submit(hsc.plans);
      put(hsc.store, "[1,\"" + "x".repeat(Limits.PAYLOAD_BYTES_MAX) + "\"]");
      var origin =
          PlanKind.JOB.origin(
              definition.id(), "0-each/1/1/1", JobContents.payload(definition.id(), 0, ""));
      var ref = hsc.enqueued(hsc.header().withOrigin(origin));

      assertThat(hsc.claim(ref).getRefused().getReason()).isEqualTo(Reason.STALE);

      assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
      assertThat(hsc.count("atf.hsc.dead.letters")).isEqualTo(1);
    }
  }

  @Test
  void aTaskOfAJobThatIsForgottenIsGivenNothing() {
    assertThat(inputs.of(task("0-each/1/1/0", 1), NOON)).contains(WorkInputs.NONE);
  }

  private void submit() {
    submit(plans);
  }

  private void submit(InMemoryPlans plans) {
    JobSteps.write(definition.id(), definition, NOON).forEach(plans::putPart);
    var head = JobRow.Head.of(definition, "f");
    plans.put(
        Plan.fresh(definition.id(), PlanKind.JOB, LAMBDA, "night", 1, NOON)
            .with(JobCodec.first(new JobRow(head, JobState.fresh(definition))), NOON));
  }

  private void put(String items) {
    put(store, items);
  }

  private void put(InMemoryTaskStore store, String items) {
    var id = JobContents.items(definition.id(), 0);
    store.putIfAbsent(
        new TaskEntity(
            new TaskHeader(id, LAMBDA, new Priority("normal"), null, 0, NOON, NOON, DEADLINE, null),
            new Payload(items.getBytes(StandardCharsets.UTF_8), Payload.JSON),
            Map.of(),
            "f",
            DEADLINE));
  }

  private WorkOfJob given(String member) {
    return inputs.of(task(member, 2), NOON).orElseThrow().getJob();
  }

  private TaskEntity task(String member, int bytes) {
    return task(member, new Payload(new byte[bytes], "x/y"));
  }

  private TaskEntity task(String member, Payload payload) {
    var id = JobMember.parse(member).taskOf(definition.id());
    var header =
        new TaskHeader(id, LAMBDA, new Priority("normal"), null, 0, NOON, NOON, DEADLINE, null)
            .withOrigin(
                PlanKind.JOB.origin(
                    definition.id(), member, JobContents.payload(definition.id(), 0, "")));
    assertThat(store.create(Association.scheduled(header))).isTrue();
    return new TaskEntity(header, payload, Map.of(), "f", DEADLINE);
  }
}
