package dev.atf.model.task;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Ellipsis;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Notice of the end of a task.
 *
 * @param name name of the subscription, or {@link OnFinish#NAME}
 * @param source task that ended
 * @param epoch epoch in which the task ended; 0 if it was never released
 * @param lambda lambda of that task
 * @param hops length of the chain of notices: 1 for a notice of an ordinary task
 * @param failureCode failure code; empty if the task has none
 */
public record Notice(
    String name,
    TaskId source,
    long epoch,
    LambdaName lambda,
    TaskStatus status,
    int attempt,
    int hops,
    Instant finishedAt,
    String failureCode) {
  /** Kind of the origin of notices. */
  public static final String KIND = "notice";

  /**
   * Maximum number of hops. Subscriptions that form a cycle are refused, but two simultaneous
   * writes can form one. This limit then stops the notices.
   */
  public static final int HOPS_MAX = 8;

  /** Limit on the failure code. It keeps the association of a notice below 1 KB. */
  private static final int CODE_CHARS_MAX = 100;

  private static final int PARTS = 8;

  public Notice {
    failureCode = Ellipsis.cut(failureCode, CODE_CHARS_MAX);
  }

  /**
   * Returns the notice of an ended task; empty if the task is a notice itself and {@link #HOPS_MAX}
   * is reached.
   */
  public static Optional<Notice> of(String name, Association ended) {
    var header = ended.header();
    int hops = of(header).map(notice -> notice.hops() + 1).orElse(1);
    if (hops > HOPS_MAX) {
      return Optional.empty();
    }
    var outcome = ended.outcome();
    var failure = outcome == null ? null : outcome.failure();
    return Optional.of(
        new Notice(
            name,
            ended.taskId(),
            ended.epoch(),
            header.lambda(),
            ended.status(),
            ended.attempt(),
            hops,
            Objects.requireNonNull(ended.finishedAt(), "it has ended"),
            failure == null ? "" : failure.code()));
  }

  /** Returns the end that a task reports; empty if the task is not a notice. */
  public static Optional<Notice> of(TaskHeader header) {
    var origin = header.origin();
    return origin == null || !origin.kind().equals(KIND)
        ? Optional.empty()
        : Optional.of(of(origin));
  }

  /** Returns the end that the origin of a notice reports. */
  public static Notice of(Origin origin) {
    return parse(origin.member());
  }

  /** Returns the id of the owner of all notices of one name. */
  static String ownerOf(String name) {
    return TaskId.ofText("subscription/" + name).value();
  }

  public TaskId taskId() {
    return Notices.idOf(name, source, epoch);
  }

  /**
   * Task of a notice.
   *
   * @param name name of the notice
   */
  public record Task(String name, TaskHeader header) {}

  /** Returns the task of this notice. It is due from the time of the end that it reports. */
  public Task task(NoticeTarget target, LambdaDefinition lambda) {
    var id = taskId();
    return new Task(
        name,
        new TaskHeader(
            id,
            lambda.name(),
            lambda.priorities().contains(target.priority())
                ? target.priority()
                : lambda.defaultPriority(),
            null,
            id.shard(lambda.shards()),
            finishedAt,
            finishedAt,
            finishedAt.plus(lambda.maxLifetime()),
            null,
            new Origin(KIND, ownerOf(name), member(), target.contents()),
            null,
            null,
            null,
            null));
  }

  /** Returns all fields as one text. The code comes last, because it may be any text. */
  private String member() {
    return String.join(
        " ",
        name,
        source.value(),
        Long.toString(epoch),
        lambda.value(),
        status.name(),
        attempt + "/" + hops,
        Long.toString(finishedAt.toEpochMilli()),
        failureCode);
  }

  private static Notice parse(String member) {
    var part = member.split(" ", PARTS);
    var numbers = part[5].split("/", 2);
    return new Notice(
        part[0],
        new TaskId(part[1]),
        Long.parseLong(part[2]),
        new LambdaName(part[3]),
        TaskStatus.valueOf(part[4]),
        Integer.parseInt(numbers[0]),
        Integer.parseInt(numbers[1]),
        Instant.ofEpochMilli(Long.parseLong(part[6])),
        part[7]);
  }
}
