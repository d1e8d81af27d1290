package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.executor.ChildTask;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.StepStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A task that waits for children, through all services, as handlers see it. */
final class ScheduleThenTest {
  private static final String SPLIT = "split";
  private static final String HALVE = "halve";
  private static final String ADD = "add";

  private final List<String> done = new ArrayList<>();
  private OnChildFailure onFailure = OnChildFailure.STOP;
  private boolean forgiving;
  private boolean stumbles;

  @RegisterExtension final AtfExtension atf = AtfExtension.serving(this::handlers);

  private WorkerBuilder handlers(WorkerBuilder worker) {
    return worker
        .handle(SPLIT, int[].class, this::split)
        .handle(HALVE, Integer.class, this::halve)
        .handle(ADD, Integer.class, this::add);
  }

  private Outcome split(int[] numbers, TaskContext context) {
    var children = IntStream.of(numbers).mapToObj(number -> ChildTask.of(HALVE, number)).toList();
    context.scheduleThen(children, ChildTask.of(ADD, numbers.length), onFailure);
    return stumbles && context.attempt() == 1
        ? Outcome.retriable("STUMBLED", "once")
        : Outcome.success();
  }

  private Outcome halve(Integer number, TaskContext context) {
    done.add("halve " + number);
    return number % 2 == 0 || forgiving
        ? Outcome.success(number / 2)
        : Outcome.fatal("ODD", "cannot be halved");
  }

  private Outcome add(Integer count, TaskContext context) {
    var job = context.job().orElseThrow();
    int sum =
        IntStream.range(0, count)
            .mapToObj(child -> job.childResult(child, Integer.class))
            .flatMap(Optional::stream)
            .mapToInt(Integer::intValue)
            .sum();
    done.add("add " + sum);
    return Outcome.success(sum);
  }

  @Test
  void continuationRunsOnceAndReadsTheResultsOfAllChildren() {
    var parent = schedule(2, 4, 6);

    var job = finish(parent);

    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(done).hasSize(4).endsWith("add 6");
    assertThat(atf.task(parent).isSettled()).isTrue();
    var sum = atf.task(job.getSteps(3).getUnit().getTaskId());
    assertThat(sum.resultAs(Integer.class)).isEqualTo(6);
    assertThat(sum.task().getJob().getName()).isEqualTo(job.getJob());
  }

  @Test
  void nothingIsMadeOfAnAttemptThatFailed() {
    stumbles = true;
    var parent = schedule(2);

    var job = finish(parent);

    assertThat(job.getJob()).isEqualTo("children-of." + parent + ".2.0");
    assertThat(done).containsExactly("halve 2", "add 1");
  }

  @Test
  void continuationNeverRunsWhenAChildFailed() {
    var job = finish(schedule(2, 3));

    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_FAILED);
    assertThat(done).contains("halve 2", "halve 3").doesNotContain("add 1");
    assertThat(job.getSteps(2).getStatus()).isEqualTo(StepStatus.STEP_CANCELLED);
  }

  @Test
  void continuationRunsWithoutTheResultOfATolerableFailure() {
    onFailure = OnChildFailure.CONTINUE;

    var job = finish(schedule(2, 3, 4));

    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(done).endsWith("add 3");
  }

  @Test
  void continuationIsHeldUntilAnOperatorRetriesTheChild() {
    onFailure = OnChildFailure.HOLD;
    var parent = schedule(3);
    var held = finish(parent);
    assertThat(held.getStatus()).isEqualTo(JobStatus.JOB_HELD);

    forgiving = true;
    var unused = atf.client().jobs().retry(held.getLambda(), held.getJob());

    assertThat(finish(parent).getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(done).containsExactly("halve 3", "halve 3", "add 1");
  }

  @Test
  void aTaskThatWaitsForNobodyRunsAtOnce() {
    assertThat(finish(schedule()).getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(done).containsExactly("add 0");
  }

  private String schedule(int... numbers) {
    return atf.client().schedule(TaskSpec.of(SPLIT, numbers)).taskId();
  }

  /** Runs until the job has ended, or waits for an operator. */
  private Job finish(String parent) {
    for (int i = 0; i < 200; i++) {
      atf.runDueTasks();
      var task = atf.task(parent);
      if (task.isFinished() && task.isSettled()) {
        var join = task.joins().get(0);
        var job = atf.client().jobs().get(join.getLambda(), join.getName());
        switch (job.getStatus()) {
          case JOB_SUCCEEDED, JOB_FAILED, JOB_COMPENSATED, JOB_CANCELLED, JOB_HELD -> {
            return job;
          }
          default -> {}
        }
      }
      atf.clock().advance(Duration.ofSeconds(1));
    }
    throw new AssertionError("it does not end: " + atf.task(parent).task());
  }
}
