package dev.atf.model.route;

import dev.atf.model.check.Limits;

/** Limits on routes and their rules. They are low, because people write and read rules. */
public final class RouteLimits {
  /** Maximum number of routes of a cluster. */
  public static final int ROUTES_MAX = 200;

  public static final int RULES_MAX = 50;

  /**
   * Maximum number of UTF-16 characters of one condition. With it, a whole route fits into one item
   * of DynamoDB.
   */
  static final int CONDITION_CHARS_MAX = 1_000;

  /** Maximum number of comparisons, values in lists, and connectives of one condition. */
  static final int NODES_MAX = 100;

  /**
   * Maximum number of {@code contains} comparisons in all conditions of a route. Each of them reads
   * a text of up to {@link #JSON_TEXT_BYTES_MAX}, so a choice takes at most about 35 million steps.
   */
  public static final int SEARCHES_MAX = 100;

  /**
   * Maximum number of levels of parentheses and negations, which is the depth of the parser and of
   * the evaluation.
   */
  public static final int DEPTH_MAX = 16;

  /** Maximum number of names in a path into the payload. */
  static final int JSON_PATH_MAX = 4;

  /**
   * Maximum size in bytes of a JSON payload that rules read. Of a larger payload, which no lambda
   * accepts, they only see the size.
   */
  public static final int JSON_TEXT_BYTES_MAX = Limits.PAYLOAD_BYTES_MAX;

  /** Maximum number of characters in the explanation of one rule. */
  static final int REASON_CHARS_MAX = 500;

  /** Maximum number of characters of a value in an explanation. */
  static final int VALUE_CHARS_MAX = 80;

  private RouteLimits() {}
}
