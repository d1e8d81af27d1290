package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.TaskQuery;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.condition.ConditionTester;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.GetTaskLogResponse.Part;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.RescheduleTasksRequest;
import dev.atf.protocol.v1.ResubmitTasksRequest;
import dev.atf.protocol.v1.RunTasksNowRequest;
import dev.atf.protocol.v1.TaskFilter;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations on tasks, conditions and hosts by the program in which they run. */
final class OperationsInLibraryTest {
  /** Times with which an executor learns of a kill soon. */
  private static final LeaseTimes SHORT =
      new LeaseTimes(
          Duration.ofSeconds(9),
          Duration.ofMillis(200),
          Duration.ofSeconds(2),
          3,
          Duration.ofSeconds(1),
          Duration.ofMillis(100));

  @TempDir private Path data;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final AtomicInteger tests = new AtomicInteger();

  private Atf open() {
    return Atf.at(data)
        .pollInterval(Duration.ofMillis(100))
        .lease(SHORT)
        .lambda(
            Lambda.newBuilder()
                .setName("work")
                .setHistory(Lambda.History.ALL)
                .setRetry(
                    Lambda.Retry.newBuilder()
                        .setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(10)))
                        .setMaxBackoff(ProtoTimes.proto(Duration.ofMillis(20))))
                .build())
        .handle("work", String.class, this::work)
        .handle("test", String.class, (payload, context) -> fail())
        .open();
  }

  private Outcome work(String payload, TaskContext context) throws InterruptedException {
    if (payload.equals("hang") && context.attempt() == 1) {
      context.log("before it hangs");
      begun.countDown();
      new CountDownLatch(1).await();
    }
    return payload.equals("blocked")
        ? Outcome.blocked("orders-db", ConditionTester.by("test", "orders-db")).because("no route")
        : Outcome.success(payload);
  }

  private Outcome fail() {
    tests.incrementAndGet();
    return Outcome.retryLater(Duration.ofHours(1));
  }

  @Test
  void hangingAttemptIsKilledAndItsLogIsRead() throws Exception {
    try (var atf = open()) {
      var client = atf.client();
      var task = client.schedule(TaskSpec.of("work", "hang")).taskId();
      assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();

      var killed = client.kill(task, "it hangs");

      assertThat(killed.getAttempt()).isEqualTo(1);
      var ended = client.await(task, TestTimeouts.STALL);
      assertThat(ended.isSuccess()).isTrue();
      assertThat(ended.attempt()).isEqualTo(2);
      await().untilAsserted(() -> assertThat(log(client, task, 1)).contains("before it hangs"));
      assertThat(client.log(task, 2).iterator().next().getNotice()).isNotEmpty();
      assertThatThrownBy(() -> client.kill(task, "again"))
          .isInstanceOfSatisfying(
              AtfException.class, e -> assertThat(e.reason()).contains("TASK_NOT_RUNNING"));
    }
  }

  private static String log(AtfClient client, String task, int attempt) {
    return client.log(task, attempt).stream()
        .flatMap(answer -> answer.getPartsList().stream())
        .map(Part::getText)
        .collect(Collectors.joining());
  }

  @Test
  void killOfATaskThatHasNotRunIsRefused() {
    try (var atf = open()) {
      var task =
          atf.client().schedule(TaskSpec.of("work", "later").delay(Duration.ofHours(1))).taskId();

      assertThatThrownBy(() -> atf.client().kill(task, "it hangs"))
          .isInstanceOfSatisfying(
              AtfException.class, e -> assertThat(e.reason()).contains("TASK_NOT_RUNNING"));
    }
  }

  @Test
  void endedTaskIsResubmittedAsItWasOrWithAnotherPayload() throws Exception {
    try (var atf = open()) {
      var client = atf.client();
      var task = client.schedule(TaskSpec.of("work", "a").labels(Map.of("of", "ada"))).taskId();
      assertThat(client.await(task, TestTimeouts.STALL).isSuccess()).isTrue();

      var again = client.resubmit(task);
      var other = client.resubmit(task, "b");

      assertThat(List.of(task, again.taskId(), other.taskId())).doesNotHaveDuplicates();
      var ended = client.await(again.taskId(), TestTimeouts.STALL);
      assertThat(ended.resultAs(String.class)).isEqualTo("a");
      assertThat(ended.labels()).containsEntry("of", "ada");
      assertThat(client.await(other.taskId(), TestTimeouts.STALL).resultAs(String.class))
          .isEqualTo("b");
    }
  }

  @Test
  void manyTasksAreMovedCancelledRunAndResubmitted() {
    try (var atf = open()) {
      var client = atf.client();
      var control = client.lambdaControl();
      var spec = TaskSpec.of("work", "x").delay(Duration.ofHours(1));
      client.schedule(spec);
      client.schedule(spec.collection("bad"));
      var later = client.schedule(spec).scheduledAt().plus(Duration.ofHours(1));

      var moved =
          control.rescheduleTasks(
              RescheduleTasksRequest.newBuilder()
                  .setLambda("work")
                  .setScheduledAt(ProtoTimes.proto(later))
                  .build());
      var cancelled =
          control.cancelTasks(
              CancelTasksRequest.newBuilder()
                  .setLambda("work")
                  .setFilter(TaskFilter.newBuilder().setCollection("bad"))
                  .setReason("not wanted")
                  .build());
      var run = control.runTasksNow(RunTasksNowRequest.newBuilder().setLambda("work").build());

      assertThat(moved.getChanged()).isEqualTo(3);
      assertThat(cancelled.getChanged()).isEqualTo(1);
      assertThat(run.getChanged()).isEqualTo(2);
      var done = TaskQuery.of("work").state(TaskQuery.State.DONE);
      await().untilAsserted(() -> assertThat(client.list(done)).hasSize(3));

      var resubmitted =
          control.resubmitTasks(
              ResubmitTasksRequest.newBuilder()
                  .setLambda("work")
                  .setFilter(TaskFilter.newBuilder().setState("done"))
                  .build());

      assertThat(resubmitted.getChanged()).isEqualTo(3);
      await().untilAsserted(() -> assertThat(client.list(done)).hasSize(6));
    }
  }

  @Test
  void conditionIsTestedAndReleased() {
    try (var atf = open()) {
      var control = atf.client().lambdaControl();
      atf.client().schedule(TaskSpec.of("work", "blocked"));
      await().until(() -> tests.get() == 1);
      await().until(() -> control.getCondition("work", "orders-db").hasNextTestAt());

      var closed = control.listConditions("work").stream().toList();
      var tested = control.testCondition("work", "orders-db");
      await().until(() -> tests.get() == 2);
      var released = control.releaseCondition("work", "orders-db");

      assertThat(closed).extracting(Condition::getName).containsExactly("orders-db");
      assertThat(closed.get(0).getReason()).isEqualTo("no route");
      assertThat(tested.getPhase()).isEqualTo(Condition.Phase.CLOSED);
      assertThat(released.getPhase()).isEqualTo(Condition.Phase.CLEAR);
    }
  }

  @Test
  void transitionsAreWatchedUntilTheConsumerHasSeenEnough() {
    try (var atf = open()) {
      var client = atf.client();
      var seen = new ArrayList<TaskStatus>();

      client.watch(
          WatchTransitionsRequest.newBuilder().setLambda("work").build(),
          answer -> {
            if (answer.hasHeartbeat()) {
              client.schedule(TaskSpec.of("work", "x").idempotencyKey("once"));
            } else {
              seen.add(answer.getTransition().getStatus());
            }
            return !seen.contains(TaskStatus.SUCCESS);
          });

      assertThat(seen).contains(TaskStatus.CLAIMED).endsWith(TaskStatus.SUCCESS);
    }
  }

  @Test
  void hostOfThisProgramIsDrainedAndWorksAgain() throws Exception {
    try (var atf = open()) {
      var client = atf.client();
      var control = client.lambdaControl();
      await().until(() -> healthy(control.listWorkers("work")));
      var place = control.listWorkers("work").get(0).getPlace();

      var draining = control.drainWorker(place, "a test");
      await().until(() -> control.getWorker(place).getDrained());
      var working = control.undrainWorker(place);

      assertThat(draining.getDrainedBy()).endsWith(": a test");
      assertThat(working.getDrainedBy()).isEmpty();
      var task = client.schedule(TaskSpec.of("work", "x")).taskId();
      assertThat(client.await(task, TestTimeouts.STALL).isSuccess()).isTrue();
    }
  }

  private static boolean healthy(List<Worker> workers) {
    return workers.size() == 1 && workers.get(0).getHealth() == Health.HEALTHY;
  }
}
