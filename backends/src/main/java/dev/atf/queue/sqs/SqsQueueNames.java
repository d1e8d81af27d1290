package dev.atf.queue.sqs;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.Sha256;
import dev.atf.queue.QueueName;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * Names of queues in SQS: {@code prefix_lambda_priority}, or {@code prefix_start_hash_priority}
 * when that would be too long. No part contains {@code _}, so two queues never have the same name:
 * the number of parts distinguishes the two forms, and the parts distinguish the queues.
 */
public final class SqsQueueNames {
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-quotas.html */
  static final int NAME_CHARS_MAX = 80;

  private static final int HASH_BYTES = 8;

  private final String prefix;

  @Inject
  SqsQueueNames(SqsConfig config) {
    this(config.queuePrefix());
  }

  /**
   * Creates the names of a cluster.
   *
   * @param prefix prefix as in {@link SqsConfig#queuePrefix}
   */
  public SqsQueueNames(String prefix) {
    this.prefix = prefix;
  }

  /** Returns the name of the queue to which unusable messages are moved. It has only two parts. */
  public String unusable() {
    return prefix + "_unusable";
  }

  /** Returns the pattern of the names of all queues. Names of other clusters do not match it. */
  public String ofAll() {
    return prefix + "_*";
  }

  /**
   * Returns patterns of the names of a lambda's queues, for any priorities. Names of other lambdas
   * do not match them.
   */
  public List<String> patternsOf(LambdaName lambda) {
    var whole = prefix + "_" + lambda + "_*";
    return whole.length() - 1 + Priority.LENGTH_MAX <= NAME_CHARS_MAX
        ? List.of(whole)
        : List.of(whole, prefix + "_*_" + hash(lambda.value()) + "_*");
  }

  public String of(QueueName queue) {
    var lambda = queue.lambda().value();
    var ending = "_" + queue.priority();
    var full = prefix + "_" + lambda + ending;
    if (full.length() <= NAME_CHARS_MAX) {
      return full;
    }
    ending = "_" + hash(lambda) + ending;
    int room = NAME_CHARS_MAX - prefix.length() - 1 - ending.length();
    return prefix + "_" + lambda.substring(0, room) + ending;
  }

  private static String hash(String lambda) {
    var digest = Sha256.of(lambda.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
  }
}
