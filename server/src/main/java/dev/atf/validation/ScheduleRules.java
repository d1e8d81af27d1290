package dev.atf.validation;

import dev.atf.model.CollectionName;
import dev.atf.model.Priority;
import dev.atf.model.check.Limits;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import dev.atf.protocol.ErrorReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the tasks that a client, or a handler for its children, may schedule. Each method adds
 * its violations, and continues with a valid value.
 */
public final class ScheduleRules {
  public static final String BYTES_TYPE = "application/octet-stream";

  /**
   * Time for which the association of a task with an idempotency key, or an ordering key, outlives
   * its entity. A store with a time-to-live deletes late; DynamoDB within a few days. If the
   * association were deleted first, a repetition would only find the entity and run the task again.
   */
  public static final Duration KEPT_BEYOND_ENTITY = Duration.ofDays(3);

  private static final int CONTENT_TYPE_CHARS_MAX = 255;

  private ScheduleRules() {}

  /**
   * Reads an ordering key.
   *
   * @param asked requested key; empty for none
   */
  public static Optional<OrderingKey> orderingKey(String asked, Violations violations) {
    return asked.isEmpty()
        ? Optional.empty()
        : violations.read(() -> new OrderingKey(WellFormed.require("orderingKey", asked)));
  }

  /**
   * Reads a fairness key.
   *
   * @param asked requested key; empty for none
   */
  public static @Nullable FairnessKey fairnessKey(
      String asked, LambdaDefinition lambda, Violations violations) {
    if (asked.isEmpty()) {
      return null;
    }
    if (lambda.fairness() == null) {
      violations.add(
          "fairnessKey", asked, "none: lambda " + lambda.name() + " has no setting `fairness`");
      return null;
    }
    return violations
        .read(() -> new FairnessKey(WellFormed.require("fairnessKey", asked)))
        .orElse(null);
  }

  /** Returns the lambda's priorities for display. */
  public static String names(LambdaDefinition lambda) {
    return lambda.priorities().stream().map(Priority::value).collect(Collectors.joining(", "));
  }

  /**
   * Reads a priority.
   *
   * @param asked requested priority; empty for the lambda's default
   */
  public static Priority priority(String asked, LambdaDefinition lambda, Violations violations) {
    if (asked.isEmpty()) {
      return lambda.defaultPriority();
    }
    return lambda.priorities().stream()
        .filter(known -> known.value().equals(asked))
        .findFirst()
        .orElseGet(
            () -> {
              violations.add(
                  ErrorReason.PRIORITY_UNKNOWN, "priority", asked, "one of " + names(lambda));
              return lambda.defaultPriority();
            });
  }

  /**
   * Reads a collection.
   *
   * @param asked requested collection; empty for none
   */
  public static @Nullable CollectionName collection(String asked, Violations violations) {
    return asked.isEmpty() ? null : violations.read(() -> new CollectionName(asked)).orElse(null);
  }

  /** Returns whether the content type is printable and short. */
  public static boolean contentType(String contentType, Violations violations) {
    boolean valid =
        contentType.length() <= CONTENT_TYPE_CHARS_MAX
            && contentType.chars().noneMatch(c -> c < ' ' || c > '~');
    if (!valid) {
      violations.add(
          "contentType",
          contentType,
          "at most " + CONTENT_TYPE_CHARS_MAX + " printable ASCII characters");
    }
    return valid;
  }

  /**
   * Checks the size of a payload.
   *
   * @param field name of the field with the payload
   */
  public static void payloadSize(
      String field, int bytes, LambdaDefinition lambda, Violations violations) {
    if (bytes > lambda.payloadBytesMax()) {
      violations.add(
          ErrorReason.PAYLOAD_TOO_LARGE,
          field,
          bytes + " bytes",
          "at most " + lambda.payloadBytesMax() + " bytes");
    }
  }

  public static void labels(Map<String, String> labels, Violations violations) {
    if (labels.size() > Limits.LABELS_MAX) {
      violations.add("labels", labels.size() + " labels", "at most " + Limits.LABELS_MAX);
    }
    long bytes = 0;
    for (var label : labels.entrySet()) {
      if (violations.isFull()) {
        return;
      }
      var key = label.getKey();
      if (key.isEmpty() || key.codePoints().anyMatch(Character::isISOControl)) {
        violations.add("labels", key, "keys that are not empty, without control characters");
      } else if (key.indexOf('=') >= 0) {
        violations.add("labels", key, "keys without =, which separates key and value in a search");
      }
      violations.parse(() -> WellFormed.require("labels", key), key);
      violations.parse(() -> WellFormed.require("labels", label.getValue()), "");
      bytes +=
          key.getBytes(StandardCharsets.UTF_8).length
              + label.getValue().getBytes(StandardCharsets.UTF_8).length;
    }
    if (bytes > Limits.LABELS_BYTES_MAX) {
      violations.add(
          "labels", bytes + " bytes of keys and values", "at most " + Limits.LABELS_BYTES_MAX);
    }
  }
}
