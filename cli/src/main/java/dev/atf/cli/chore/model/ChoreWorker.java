package dev.atf.cli.chore.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Content of {@code worker.json}: the bridge that has taken a chore, and the task that runs it. It
 * is pushed before the task is scheduled, so that any bridge finds the same task.
 *
 * @param commit commit with the chore before it was taken
 * @param key idempotency key of the task
 * @param taskId hash of lambda and key
 * @param finishedBy the bridge that pushed the end
 * @param state state of the chore; null if it is not done
 */
public record ChoreWorker(
    String bridge,
    String takenAt,
    String commit,
    String lambda,
    String key,
    String taskId,
    @Nullable String finishedBy,
    @Nullable String finishedAt,
    @Nullable String state) {
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  /** Returns the content for a chore that a bridge has just taken. */
  public static ChoreWorker taken(
      String bridge, String at, String commit, String lambda, String directory, String id) {
    // They are hashed, because a chore's id and path may be longer than a key, or could contain
    // another chore's key.
    var identity = "chore\n" + directory + "\n" + (id.isEmpty() ? "commit " + commit : "id " + id);
    var key = "chore-" + TaskId.ofText(identity);
    var taskId = TaskId.ofKey(new LambdaName(lambda), new IdempotencyKey(key)).value();
    return new ChoreWorker(bridge, at, commit, lambda, key, taskId, null, null, null);
  }

  @JsonCreator
  static ChoreWorker read(
      @JsonProperty("bridge") @Nullable String bridge,
      @JsonProperty("takenAt") @Nullable String takenAt,
      @JsonProperty("commit") @Nullable String commit,
      @JsonProperty("lambda") @Nullable String lambda,
      @JsonProperty("key") @Nullable String key,
      @JsonProperty("taskId") @Nullable String taskId,
      @JsonProperty("finishedBy") @Nullable String finishedBy,
      @JsonProperty("finishedAt") @Nullable String finishedAt,
      @JsonProperty("state") @Nullable String state) {
    return new ChoreWorker(
        orEmpty(bridge),
        orEmpty(takenAt),
        orEmpty(commit),
        orEmpty(lambda),
        orEmpty(key),
        orEmpty(taskId),
        finishedBy,
        finishedAt,
        state);
  }

  /**
   * Checks that a bridge has written this file about this chore.
   *
   * @param id id in the chore's settings; empty if there is none
   * @throws RefusedChoreException if a field differs from what a bridge writes
   */
  ChoreWorker checked(String directory, String id) throws RefusedChoreException {
    if (!COMMIT.matcher(commit).matches()) {
      throw refusal("commit");
    }
    try {
      if (!taken(bridge, takenAt, commit, lambda, directory, id).key().equals(key)) {
        throw refusal("key");
      }
    } catch (InvalidFieldException e) {
      throw refusal("lambda");
    }
    return this;
  }

  private static RefusedChoreException refusal(String field) {
    return new RefusedChoreException(
        "%s: %s: was not written by a bridge (expected: only bridges change the file)"
            .formatted(Chore.WORKER_FILE, field));
  }

  public ChoreWorker finished(String by, String at, ChoreOutcome outcome) {
    return new ChoreWorker(
        bridge, takenAt, commit, lambda, key, taskId, by, at, outcome.state().text());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
