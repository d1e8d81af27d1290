package dev.atf.model.route;

import dev.atf.model.check.Limits;

/** Limits of routes and of their rules. They are low, because people write and read rules. */
public final class RouteLimits {
  /** Routes of a cluster. */
  public static final int ROUTES_MAX = 200;

  public static final int RULES_MAX = 50;

  /**
   * Maximum number of UTF-16 characters of one condition. With it, a whole route fits into one item
   * of DynamoDB.
   */
  static final int CONDITION_CHARS_MAX = 1_000;

  /** Comparisons, values of lists, and connectives of one condition. */
  static final int NODES_MAX = 100;

  /**
   * Maximum number of {@code contains} comparisons in all conditions of a route. Each reads a whole
   * text of up to {@link #JSON_TEXT_BYTES_MAX}, so a choice takes at most some 35 million steps.
   */
  public static final int SEARCHES_MAX = 100;

  /** Levels of parentheses and negations. The parser and the evaluation go no deeper than that. */
  public static final int DEPTH_MAX = 16;

  /** Names in a path into the payload. */
  static final int JSON_PATH_MAX = 4;

  /**
   * Maximum size of a JSON payload that rules read. Of a larger one, which no lambda accepts, they
   * only see the size.
   */
  public static final int JSON_TEXT_BYTES_MAX = Limits.PAYLOAD_BYTES_MAX;

  /** Characters of the explanation of one rule. */
  static final int REASON_CHARS_MAX = 500;

  /** Characters of a value in an explanation. */
  static final int VALUE_CHARS_MAX = 80;

  private RouteLimits() {}
}
