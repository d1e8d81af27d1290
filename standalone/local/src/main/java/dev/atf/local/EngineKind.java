package dev.atf.local;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Store and queues of one machine. */
public enum EngineKind {
  /** Embedded durable store, with queues in this process. */
  EMBEDDED,
  /** DynamoDB Local and ElasticMQ in this process, called over their protocols. */
  DYNAMODB_LOCAL,
  /** DynamoDB and SQS. */
  AWS;

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the engine of a name.
   *
   * @throws IllegalArgumentException for an unknown name, with the known names
   */
  public static EngineKind named(String name) {
    return Arrays.stream(values())
        .filter(engine -> engine.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("'%s' (expected: of %s)".formatted(name, all())));
  }

  private static String all() {
    return Arrays.stream(values()).map(EngineKind::toString).collect(Collectors.joining(", "));
  }
}
