package dev.atf.store;

import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.Children;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.Join;
import dev.atf.model.task.Notes;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.TaskHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tasks for tests: each of a lambda of its own, so that tests meet in no list of the index. */
public final class SampleTasks {
  /** Far in the future, because DynamoDB Local deletes items whose time to live has passed. */
  public static final Instant NOW = Instant.parse("2126-03-01T12:00:00.123Z");

  static final Instant LEASE_UNTIL = NOW.plusSeconds(30);
  static final Instant ALARM_AT = NOW.plusSeconds(20);
  static final ClaimId CLAIM = new ClaimId("c1a1c1a1c1a1c1a1c1a1c1a1c1a1c1a1");
  static final ClaimId OTHER_CLAIM = new ClaimId("0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e");
  static final ExecutorId OWNER = new ExecutorId("host-1:4711:abcdef");
  static final LambdaName OTHER_LAMBDA = new LambdaName("other-lambda");
  private static final AtomicInteger COUNT = new AtomicInteger();

  private SampleTasks() {}

  public static TaskId nextId() {
    return new TaskId("%032x".formatted(0x5eed_0000L + COUNT.incrementAndGet()));
  }

  public static LambdaName nextLambda() {
    return new LambdaName("lambda-" + COUNT.incrementAndGet());
  }

  public static TaskHeader header() {
    return header(nextLambda());
  }

  public static TaskHeader header(LambdaName lambda) {
    return new TaskHeader(
        nextId(),
        lambda,
        new Priority("high"),
        new CollectionName("Password.reset_1"),
        3,
        NOW.minusSeconds(60),
        NOW.minusSeconds(10),
        NOW.plus(Duration.ofDays(30)),
        null);
  }

  static TaskHeader keptUntil(TaskHeader h, @Nullable Instant keepUntil) {
    return new TaskHeader(
        h.taskId(),
        h.lambda(),
        h.priority(),
        h.collection(),
        h.shard(),
        h.createdAt(),
        h.scheduledAt(),
        h.deadline(),
        keepUntil);
  }

  public static TaskHeader times(TaskHeader h, Instant scheduledAt, Instant deadline) {
    return new TaskHeader(
        h.taskId(),
        h.lambda(),
        h.priority(),
        h.collection(),
        h.shard(),
        h.createdAt(),
        scheduledAt,
        deadline,
        h.keepUntil());
  }

  static TaskHeader ofLambda(TaskHeader h, LambdaName lambda) {
    return new TaskHeader(
        h.taskId(),
        lambda,
        h.priority(),
        h.collection(),
        h.shard(),
        h.createdAt(),
        h.scheduledAt(),
        h.deadline(),
        h.keepUntil());
  }

  /** Returns a task as it was created. */
  public static Association scheduled() {
    return Association.scheduled(header());
  }

  /**
   * Returns a task with all possible fields, so that nothing but its status decides what may
   * happen.
   */
  public static Association full(TaskStatus status) {
    return full(header(), status);
  }

  public static Association full(TaskHeader header, TaskStatus status) {
    return new Association(
        header,
        status,
        7,
        2,
        1,
        1,
        4,
        false,
        6,
        new Block(new ConditionName("orders-db"), 3),
        new Trigger(Alarm.CHECK, ALARM_AT),
        new Lease(CLAIM, OWNER, LEASE_UNTIL, 3, false),
        NOW.minusSeconds(5),
        null,
        Outcome.failure("d0", new Failure("E1", "an earlier attempt failed", "", true)),
        new Notes(
            new Payload(new byte[] {'5'}, Payload.JSON), new Payload(new byte[] {0, 1}, "x/y")),
        new TaskHistory(
            Map.of("r6", new HistoryEntry(NOW.minusSeconds(9), TaskEvent.RELEASE, 6, 0, "é"))),
        null);
  }

  /** Returns a task without any optional field. */
  static Association bare(TaskStatus status) {
    return new Association(
        header(),
        status,
        7,
        2,
        1,
        0,
        0,
        false,
        0,
        null,
        new Trigger(Alarm.DUE, ALARM_AT),
        null,
        null,
        null,
        null,
        Notes.NONE,
        TaskHistory.EMPTY,
        null);
  }

  static Association with(Association task, TaskHeader header) {
    return new Association(
        header,
        task.status(),
        task.epoch(),
        task.attempt(),
        task.pushes(),
        task.deaths(),
        task.drains(),
        task.cancelRequested(),
        task.killRequested(),
        task.block(),
        task.trigger(),
        task.lease(),
        task.startedAt(),
        task.finishedAt(),
        task.outcome(),
        task.notes(),
        task.history(),
        task.expiresAt());
  }

  static Association withoutCancelRequest(Association task) {
    return new Association(
        task.header(),
        task.status(),
        task.epoch(),
        task.attempt(),
        task.pushes(),
        task.deaths(),
        task.drains(),
        false,
        task.killRequested(),
        task.block(),
        task.trigger(),
        task.lease(),
        task.startedAt(),
        task.finishedAt(),
        task.outcome(),
        task.notes(),
        task.history(),
        task.expiresAt());
  }

  /** Returns children of the latest attempt of a task, still to be created. */
  public static Children children(Association of, int count) {
    return Children.toCreate(
        IntStream.range(0, count)
            .mapToObj(number -> new Parent(of.taskId(), of.epoch(), number))
            .map(SampleTasks::child)
            .toList(),
        List.of());
  }

  public static final OnFinish ON_FINISH =
      new OnFinish(
          new NoticeTarget(
              new LambdaName("told"),
              new Priority("normal"),
              new TaskId("0123456789abcdef0123456789abcdef")),
          Set.of(TaskStatus.SUCCESS, TaskStatus.CANCELLED));

  /** Returns a task that has succeeded, and whose children are still to be created. */
  static Association withOutbox(Association task) {
    return with(
        task,
        new Change.SetOutcome(
            Outcome.success("d1", Payload.EMPTY).with(SampleTasks.children(task, 3))));
  }

  /** Returns a task that has succeeded, and whose joins are still to be created. */
  static Association withJoins(Association task) {
    return with(
        task,
        new Change.SetOutcome(
            Outcome.success("d1", Payload.EMPTY).with(Children.toCreate(List.of(), joins()))));
  }

  static List<Join> joins() {
    return List.of(
        new Join(0, OTHER_LAMBDA, 4, 3, "0123456789abcdef", NOW),
        new Join(1, OTHER_LAMBDA, 256, 100, "fedcba9876543210", NOW.plusMillis(1)));
  }

  private static TaskHeader child(Parent parent) {
    return new TaskHeader(
            parent.childId(),
            OTHER_LAMBDA,
            new Priority("high"),
            parent.child() == 0 ? null : new CollectionName("Marketing"),
            parent.child(),
            NOW,
            NOW.plusSeconds(parent.child()),
            NOW.plus(Duration.ofDays(30)),
            null)
        .withParent(parent);
  }

  static Association with(Association task, Change change) {
    return change.apply(task);
  }
}
