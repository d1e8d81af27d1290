package dev.atf.model.task;

import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * End of a task: its time, its list, its retention, and its notices.
 *
 * @param at time at which the task finished
 * @param expiresAt time at which the store may delete the task; cut to whole seconds
 * @param kept finished tasks that its lambda lists
 * @param subscriptions subscriptions of its lambda, for any collection
 * @param onFinish notice that the task requests; null if it requests none, or was not read
 */
public record Ending(
    Instant at,
    Instant expiresAt,
    LambdaDefinition.History kept,
    List<Subscription> subscriptions,
    @Nullable OnFinish onFinish) {
  public Ending {
    expiresAt = expiresAt.truncatedTo(ChronoUnit.SECONDS);
    subscriptions = List.copyOf(subscriptions);
  }

  /** Creates the ending of a task without notices. */
  public Ending(Instant at, Instant expiresAt, LambdaDefinition.History kept) {
    this(at, expiresAt, kept, List.of(), null);
  }

  public static Ending at(Instant now, LambdaDefinition lambda) {
    Duration retention = lambda.retention();
    return new Ending(now, now.plus(retention), lambda.history());
  }

  /** Returns this ending with notices for the subscriptions of the lambda. */
  public Ending with(List<Subscription> ofLambda) {
    return new Ending(at, expiresAt, kept, ofLambda, onFinish);
  }

  /**
   * Returns this ending for a task that was read, including the notice that the task itself
   * requests.
   */
  public Ending of(TaskHeader task) {
    return new Ending(at, expiresAt, kept, subscriptions, task.onFinish());
  }

  /**
   * Returns the names of the notices of this ending. There may be too many: the collection of a
   * subscription is only checked when the notice is created.
   */
  List<String> notices(TaskStatus end) {
    if (subscriptions.isEmpty() && onFinish == null) {
      return List.of();
    }
    var names = new ArrayList<String>();
    subscriptions.stream()
        .filter(one -> one.statuses().contains(end))
        .forEach(one -> names.add(one.name()));
    if (onFinish != null && onFinish.statuses().contains(end)) {
      names.add(OnFinish.NAME);
    }
    return names;
  }
}
