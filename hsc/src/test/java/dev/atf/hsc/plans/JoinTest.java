package dev.atf.hsc.plans;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.atf.hsc.HscFixture;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.AttemptResult.Success.Join;
import dev.atf.protocol.v1.AttemptResult.Success.OnFailure;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.testing.Fault;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Children that a task waits for: a job that comes with the success, and with nothing else. */
final class JoinTest {
  private static final HscFixture hsc = new HscFixture();
  private static final LambdaName MAIL = new LambdaName("send-email");

  @BeforeEach
  void reset() {
    hsc.reset();
    hsc.lambdas.put(LambdaDefinition.withDefaults(MAIL, NOON), hsc.lambdas.find(MAIL));
    hsc.refresh();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void aJoinIsDurableBeforeTheOutcomeThatNamesIt() {
    var ref = hsc.claimed();

    var verdict =
        hsc.report(
            success(
                ref,
                join(task(MAIL, "last"), task(LAMBDA, "one"), task(MAIL, "two").setPriority("high"))
                    .setOnFailure(OnFailure.CONTINUE)));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    var parent = hsc.task(ref);
    assertThat(parent.status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(parent.isUnsettled()).isTrue();
    assertThat(parent.children().count()).isZero();
    var join = parent.children().joins().get(0);
    var plan = JobCodec.first(join, parent.ref());
    assertThat(plan.name()).isEqualTo("children-of." + ref.taskId() + "." + ref.epoch() + ".0");
    assertThat(hsc.plans.find(plan.id())).as("nothing runs of it yet").isEmpty();
    var row = JobCodec.read(plan);
    var definition = JobSteps.read(plan.name(), row.head(), hsc.plans.parts(plan.id(), "", 9));
    assertThat(definition.id()).isEqualTo(plan.id());
    assertThat(row.state()).isEqualTo(JobState.fresh(definition));
    assertThat(JobGraph.of(definition).before(2)).containsExactly(0, 1);
    assertThat(definition.steps().get(0).onFailure().then()).isEqualTo(Then.CONTINUE);
    assertThat(definition.steps().get(1).work().toString()).contains("high");
    assertThat(definition.steps().get(2).onFailure().then()).isEqualTo(Then.FAIL);
    for (int place = 0; place < 3; place++) {
      var payload =
          hsc.store.findEntity(JobContents.payload(plan.id(), place, "")).orElseThrow().payload();
      assertThat(new String(payload.bytes(), StandardCharsets.UTF_8))
          .isEqualTo(new String[] {"one", "two", "last"}[place]);
    }
  }

  @Test
  void aRepeatedReportIsAnsweredAsTheFirst() {
    var ref = hsc.claimed();
    var report = success(ref, join(task(MAIL, "last"), task(LAMBDA, "one")));
    var first = hsc.report(report);
    var recorded = hsc.task(ref);
    hsc.clock.advance(Duration.ofSeconds(3));

    assertThat(hsc.report(report)).isEqualTo(first);
    assertThat(hsc.task(ref)).isEqualTo(recorded);
  }

  @Test
  @Tag("F35")
  void aReportThatDiedBeforeItsOutcomeGoesOnWithWhatItHasPut() {
    var ref = hsc.claimed();
    var report = success(ref, join(task(MAIL, "last"), task(LAMBDA, "one")));
    var other = success(ref, join(task(MAIL, "another"), task(LAMBDA, "one")));
    hsc.faults.beforeNext(() -> hsc.faults.failNext(Fault.UNAVAILABLE));
    assertThatThrownBy(() -> hsc.report(report)).isInstanceOf(StatusRuntimeException.class);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.CLAIMED);
    hsc.clock.advance(Duration.ofSeconds(3));

    assertThat(hsc.report(other).getVerdict()).isEqualTo(Verdict.RESULT_CONFLICT);
    assertThat(hsc.report(report).getVerdict()).isEqualTo(Verdict.RECORDED);

    var join = hsc.task(ref).children().joins().get(0);
    assertThat(join.createdAt()).isEqualTo(NOON.plusSeconds(3));
    assertThat(hsc.plans.parts(JoinJob.id(join, ref), "", 9)).hasSize(1);
  }

  @Test
  void aLostClaimLeavesNothingBehind() {
    var ref = hsc.claimed();
    var report = success(ref, join(task(MAIL, "last"), task(LAMBDA, "one")));
    report.setAttemptRef(report.getAttemptRef().toBuilder().setClaimId(HscFixture.OTHER_CLAIM));

    assertThat(hsc.report(report).getVerdict()).isEqualTo(Verdict.LEASE_LOST);
    assertThat(hsc.task(ref).children().any()).isFalse();
  }

  @Test
  void invalidJoinFailsItsParentAndNamesTheProblem() {
    assertRefused(
        join(task(MAIL, "last"), task(LAMBDA, "x"), task(new LambdaName("nobody"), "x")),
        "join 0: child 1: ",
        "lambda: nobody");
    assertRefused(join(task(MAIL, "x").setPriority("urgent")), "join 0: then: ", "urgent");
    assertRefused(
        join(
            task(MAIL, "last"),
            task(LAMBDA, "x").setDelay(ProtoTimes.proto(Duration.ofMinutes(5))),
            task(LAMBDA, "x")),
        "scheduledAt",
        "a step of a job");
    assertRefused(join(task(MAIL, "x").setOrderingKey("k")), "orderingKey", "a step of a job");
    assertRefused(join(ScheduleRequest.newBuilder()), "join 0: then: ", "lambda");
    assertRefused(join(task(MAIL, "x")).setOnFailureValue(17), "onFailure: 17");
  }

  @Test
  void childrenThatATaskWaitsForCountWithTheOthers() {
    var join = join(task(MAIL, "last"));
    join.addAllChildren(Collections.nCopies(99, task(LAMBDA, "x").build()));
    var full = hsc.claimed();
    var one = hsc.claimed();
    var many = success(one, join);
    many.getSuccessBuilder().addChildren(task(LAMBDA, "x"));

    hsc.report(success(full, join));
    hsc.report(many);

    assertThat(hsc.task(full).status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(failure(one)).contains("101 children (expected: at most 100)");
    assertThat(Limits.CHILDREN_MAX).isEqualTo(100);
  }

  @Test
  void aTaskMayWaitForNoneAndSeveralMayWait() {
    var ref = hsc.claimed();

    hsc.report(success(ref, join(task(MAIL, "a")), join(task(MAIL, "b"), task(LAMBDA, "x"))));

    var parent = hsc.task(ref);
    assertThat(parent.children().joins()).hasSize(2);
    assertThat(parent.children().joins().get(0).steps()).isEqualTo(1);
    assertThat(parent.children().joins().get(1).name(parent.ref())).endsWith(".1");
  }

  private static void assertRefused(Join.Builder join, String... said) {
    var ref = hsc.claimed();

    hsc.report(success(ref, join));

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(failure(ref)).contains(said);
  }

  private static String failure(TaskRef ref) {
    var failure = Optional.ofNullable(hsc.task(ref).outcome()).orElseThrow().failure();
    assertThat(Objects.requireNonNull(failure).code())
        .isEqualTo(FrameworkFailure.CHILD_REFUSED.name());
    return failure.message();
  }

  private static Join.Builder join(ScheduleRequest.Builder then, ScheduleRequest.Builder... tasks) {
    var join = Join.newBuilder().setThen(then);
    for (var task : tasks) {
      join.addChildren(task);
    }
    return join;
  }

  private static ScheduleRequest.Builder task(LambdaName lambda, String data) {
    return ScheduleRequest.newBuilder()
        .setLambda(lambda.value())
        .setData(ByteString.copyFromUtf8(data))
        .setContentType("text/plain");
  }

  private static AttemptResult.Builder success(TaskRef ref, Join.Builder... joins) {
    var report = HscFixture.success(ref, "{}");
    for (var join : joins) {
      report.getSuccessBuilder().addJoins(join);
    }
    return report;
  }
}
