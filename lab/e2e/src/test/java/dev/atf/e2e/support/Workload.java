package dev.atf.e2e.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSpec;
import dev.atf.lab.processes.EffectSink;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.ProgressWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;

/** Tasks of one lambda that a test has scheduled, each with a key of its own. */
public final class Workload {
  private final AtfClient client;
  private final String lambda;
  private final String keyPrefix;
  private final List<String> taskIds = new ArrayList<>();
  private final List<Task> ended = new ArrayList<>();
  private Task firstOpen = Task.getDefaultInstance();

  public Workload(AtfClient client, String lambda) {
    this(client, lambda, lambda + "-");
  }

  /**
   * @param keyPrefix of the idempotency keys; workloads of one lambda differ in it
   */
  public Workload(AtfClient client, String lambda, String keyPrefix) {
    this.client = client;
    this.lambda = lambda;
    this.keyPrefix = keyPrefix;
  }

  /** Schedules some more, due now. */
  public Workload add(int count, Duration lasting) {
    return addSpread(count, lasting, Duration.ZERO);
  }

  /** Schedules some more, due one after the other from now until {@code over} later. */
  public Workload addSpread(int count, Duration lasting, Duration over) {
    var specs = new ArrayList<TaskSpec>();
    for (int i = 0; i < count; i++) {
      specs.add(next(taskIds.size() + i, lasting).delay(over.multipliedBy(i).dividedBy(count)));
    }
    // A busy store does not answer in time; a repeated call has the same keys.
    for (var outcome : untilAcknowledged(() -> client.scheduleBatch(specs))) {
      taskIds.add(((dev.atf.client.BatchOutcome.Scheduled) outcome).task().taskId());
    }
    return this;
  }

  /**
   * Schedules a task in a call of its own, until it is acknowledged, and then a second time like a
   * client that did not get the reply.
   */
  public void addTwice(Duration lasting) {
    var spec = next(taskIds.size(), lasting);
    var first = untilAcknowledged(() -> client.schedule(spec));
    var second = untilAcknowledged(() -> client.schedule(spec));
    assertThat(second.taskId()).isEqualTo(first.taskId());
    assertThat(second.created()).isFalse();
    taskIds.add(first.taskId());
  }

  /** Repeats a call that may be lost until there is an answer. */
  public static <T> T untilAcknowledged(Callable<T> call) {
    return Awaitility.await("an acknowledgement")
        .pollDelay(Duration.ZERO)
        .ignoreException(AtfException.class)
        .until(call, answer -> true);
  }

  /** Schedules a task in a call of its own, with no more tries than the client has. */
  public void addOne(Duration lasting) {
    taskIds.add(client.schedule(next(taskIds.size(), lasting)).taskId());
  }

  /**
   * Schedules tasks, each in a call of its own, at a steady rate until they are enough.
   *
   * @param every time between two of them
   */
  public Workload addPaced(AtomicBoolean enough, Duration every, Duration lasting) {
    var begun = Lasting.fromNow();
    for (int added = 0; !enough.get(); added++) {
      begun.until(every.multipliedBy(added));
      addOne(lasting);
    }
    return this;
  }

  private TaskSpec next(int n, Duration lasting) {
    return TaskSpec.of(lambda, Work.lasting(n, lasting)).idempotencyKey(keyPrefix + n);
  }

  public int size() {
    return taskIds.size();
  }

  public Set<String> taskIds() {
    return Set.copyOf(taskIds);
  }

  public Task get(String taskId) {
    return client.get(taskId).task();
  }

  /** Returns whether all have ended; polls as little as possible, and again after an error. */
  public boolean haveEnded() {
    try {
      return lookWhetherAllHaveEnded();
    } catch (AtfException e) {
      return false;
    }
  }

  private boolean lookWhetherAllHaveEnded() {
    while (ended.size() < taskIds.size()) {
      var task = client.get(taskIds.get(ended.size()));
      if (!task.isFinished()) {
        firstOpen = task.task();
        return false;
      }
      ended.add(task.task());
    }
    return true;
  }

  /** Returns the last result of {@link #haveEnded}: how many ended, and the first that did not. */
  public String progress() {
    return "%d of %d ended, then %s".formatted(ended.size(), taskIds.size(), firstOpen);
  }

  /**
   * Returns when all are in a terminal state.
   *
   * @return the tasks at that time, in the order of their scheduling
   */
  public List<Task> awaitEnded() {
    ProgressWait.observing("the end of all tasks of " + lambda, this::progress)
        .until(this::haveEnded);
    return List.copyOf(ended);
  }

  /**
   * Asserts the guarantees under any fault: no task is lost, each was executed with success and had
   * its effect, and no two executions of one overlapped.
   *
   * @return the tasks at their end
   */
  public List<Task> assertAllSucceeded(EffectSink sink) {
    assertAllSucceededMaybeOverlapping(sink);
    assertThat(sink.overlaps()).noneMatch(overlap -> taskIds.contains(overlap.task()));
    return List.copyOf(ended);
  }

  /** Asserts the same for executors that may be stopped without a supervisor that kills them. */
  public List<Task> assertAllSucceededMaybeOverlapping(EffectSink sink) {
    awaitEnded();
    assertThat(ended).allMatch(task -> task.getStatus() == TaskStatus.SUCCESS);
    assertThat(new HashSet<>(taskIds)).as("one task for each key").hasSameSizeAs(taskIds);
    assertThat(sink.starts()).containsKeys(taskIds.toArray(String[]::new));
    assertThat(sink.effects()).containsKeys(taskIds.toArray(String[]::new));
    return List.copyOf(ended);
  }

  /** Returns one line of figures for the report. */
  public String figures(EffectSink sink) {
    int attempts = ended.stream().mapToInt(Task::getAttempt).sum();
    return "tasks=%d attempts=%d stale effects refused so far=%d"
        .formatted(ended.size(), attempts, sink.staleRefused());
  }
}
