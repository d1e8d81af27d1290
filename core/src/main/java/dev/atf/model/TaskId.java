package dev.atf.model;

import dev.atf.model.check.Names;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Identity of a task: 128 bits as 32 hexadecimal digits, created without a coordinator.
 *
 * <p>With an idempotency key, the id is a hash of lambda and key. A repeated Schedule therefore
 * finds the items of the first one, without an index of keys.
 */
public record TaskId(String value) implements Comparable<TaskId> {
  private static final int BYTES = 16;
  private static final int DIGITS = 2 * BYTES;

  /**
   * First words of the texts whose hashes are the ids of tasks without an idempotency key: of
   * children, notices, and members of plans. Lambdas and routes may have these names.
   */
  private static final Set<String> FIRST_WORDS = Set.of("child", "notice", "on-finish", "plan");

  public TaskId {
    Names.requireHex("taskId", value, DIGITS, DIGITS, "32 of 0-9 a-f");
  }

  public static TaskId random(RandomGenerator random) {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new TaskId(HexFormat.of().formatHex(bytes));
  }

  /**
   * Returns the id for a lambda and key. It is the same on every machine and in every version. No
   * key gives the id of a task of another kind: whoever may schedule a lambda {@code plan} must not
   * be able to create the tasks of other lambdas' plans first.
   */
  public static TaskId ofKey(LambdaName lambda, IdempotencyKey key) {
    var text = lambda.value() + "/" + key.value();
    return ofText(FIRST_WORDS.contains(lambda.value()) ? "/" + text : text);
  }

  /** Returns a hash of the text. It is the same on every machine and in every version. */
  public static TaskId ofText(String text) {
    var digest = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return new TaskId(HexFormat.of().formatHex(Arrays.copyOf(digest, BYTES)));
  }

  /**
   * Returns the shard of the task, from 0 to {@code shards} - 1. It is always the same for the same
   * number of shards.
   */
  public int shard(int shards) {
    return Integer.remainderUnsigned((int) Long.parseLong(value.substring(0, 8), 16), shards);
  }

  @Override
  public int compareTo(TaskId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
