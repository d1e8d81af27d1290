package dev.atf.store.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskTransition;
import dev.atf.store.SampleTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Counts of task events, interval by interval. */
final class ActivityTest {
  /** The beginning of an interval. */
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private static final LambdaName LAMBDA = new LambdaName("resize");
  private final Activity activity = new Activity();

  @Test
  void eachIsCountedInTheIntervalInWhichItHappened() {
    happens(TaskEvent.SCHEDULE, TaskStatus.NEW, START);
    happens(TaskEvent.SCHEDULE_EXPRESS, TaskStatus.ENQUEUED, START.plusMillis(4_999));
    happens(TaskEvent.CLAIM, TaskStatus.CLAIMED, START.plusMillis(5_000));
    happens(TaskEvent.SUCCEED, TaskStatus.SUCCESS, START.plusMillis(5_001));

    var points = activity.read(name -> true, Duration.ofSeconds(10), START.plusSeconds(9));

    assertThat(points).hasSize(2);
    assertThat(points.get(0).from()).isEqualTo(START);
    assertThat(points.get(0).scheduled()).isEqualTo(2);
    assertThat(points.get(0).started()).isZero();
    assertThat(points.get(1).until()).isEqualTo(START.plusSeconds(10));
    assertThat(points.get(1).scheduled()).isZero();
    assertThat(points.get(1).started()).isEqualTo(1);
    assertThat(points.get(1).succeeded()).isEqualTo(1);
  }

  @Test
  void failuresAreOfAttemptsAndDeadLettersOfTasks() {
    happens(TaskEvent.FAIL_RETRIABLY, TaskStatus.RETRIABLE_FAILURE, START);
    happens(TaskEvent.EXPIRE, TaskStatus.RETRIABLE_FAILURE, START);
    happens(TaskEvent.FAIL_FATALLY, TaskStatus.FATAL_FAILURE, START);
    happens(TaskEvent.GIVE_UP, TaskStatus.FATAL_FAILURE, START);
    happens(TaskEvent.DROP, TaskStatus.FATAL_FAILURE, START);
    happens(TaskEvent.REQUEST_CANCEL, TaskStatus.CLAIMED, START);
    happens(TaskEvent.REQUEST_KILL, TaskStatus.CLAIMED, START);

    var point = now();

    assertThat(point.failed()).isEqualTo(3);
    assertThat(point.dead()).isEqualTo(2);
    assertThat(point.succeeded()).isZero();
  }

  @Test
  void lateIsHowLongAfterItsTimeATaskWasStartedFirst() {
    IntStream.rangeClosed(1, 100).forEach(late -> starts(1, Duration.ofMillis(late)));
    starts(2, Duration.ofHours(1));

    var deliveries = now().deliveries();

    assertThat(deliveries.quantile(0.5).orElseThrow().toMillis()).isBetween(50L, 60L);
    assertThat(deliveries.quantile(0.95).orElseThrow().toMillis()).isBetween(95L, 114L);
    assertThat(deliveries.quantile(1).orElseThrow().toMillis()).isBetween(100L, 120L);
  }

  @Test
  void aTimeBeforeItsOwnAndOneOfMonthsAreCounted() {
    starts(1, Duration.ofSeconds(-1));
    starts(1, Duration.ofDays(100));

    var deliveries = now().deliveries();

    assertThat(deliveries.quantile(0.5)).contains(Duration.ZERO);
    assertThat(deliveries.quantile(1)).contains(Duration.ofMillis(Integer.MAX_VALUE));
  }

  @Test
  void excludesOtherLambdasFromTheSum() {
    happens(TaskEvent.SCHEDULE, TaskStatus.NEW, START);

    var points = activity.read(name -> name.equals("other"), Activity.WINDOW_MAX, START);

    assertThat(points).hasSize(120).allMatch(point -> point.scheduled() == 0);
  }

  @Test
  void reusesIntervalsOlderThanTheWindow() {
    happens(TaskEvent.SCHEDULE, TaskStatus.NEW, START);
    var later = START.plus(Activity.INTERVAL.multipliedBy(121));
    happens(TaskEvent.SCHEDULE, TaskStatus.NEW, later);
    happens(TaskEvent.SCHEDULE, TaskStatus.NEW, START);

    var points = activity.read(name -> true, Activity.WINDOW_MAX, later);

    assertThat(points.stream().mapToInt(ActivityInterval::scheduled).sum()).isEqualTo(1);
    assertThat(points.get(points.size() - 1).scheduled()).isEqualTo(1);
  }

  @Test
  void oneLambdaTooManyIsNotCountedUntilAnotherHasBeenStillForTheWindow() {
    for (int i = 0; i < 1_000; i++) {
      count(new LambdaName("l" + i), START);
    }
    count(new LambdaName("one-more"), START);
    var later = START.plus(Activity.WINDOW_MAX).plus(Activity.INTERVAL);
    count(new LambdaName("late"), later);

    assertThat(sum("one-more", START)).isZero();
    assertThat(sum("late", later)).isEqualTo(1);
  }

  private int sum(String lambda, Instant now) {
    return activity.read(lambda::equals, Activity.WINDOW_MAX, now).stream()
        .mapToInt(ActivityInterval::scheduled)
        .sum();
  }

  private void count(LambdaName lambda, Instant at) {
    activity.count(
        new TaskTransition(
            SampleTasks.header(lambda), TaskEvent.SCHEDULE, at, null, TaskStatus.NEW, 0, ""));
  }

  private ActivityInterval now() {
    return activity.read(name -> true, Duration.ofSeconds(5), START).get(0);
  }

  private void happens(TaskEvent event, TaskStatus to, Instant at) {
    activity.count(
        new TaskTransition(SampleTasks.header(LAMBDA), event, at, TaskStatus.NEW, to, 2, ""));
  }

  private void starts(int attempt, Duration late) {
    var header = SampleTasks.header(LAMBDA);
    var due = SampleTasks.times(header, START.minus(late), START.plusSeconds(60));
    activity.count(
        new TaskTransition(
            due, TaskEvent.CLAIM, START, TaskStatus.ENQUEUED, TaskStatus.CLAIMED, attempt, ""));
  }
}
