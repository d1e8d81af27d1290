package dev.atf.model.route;

import dev.atf.model.check.Limits;

/** Bounds of routes and of their rules. All are chosen: a rule is written and read by people. */
public final class RouteLimits {
  /** Routes of a cluster. */
  public static final int ROUTES_MAX = 200;

  public static final int RULES_MAX = 50;

  /** UTF-16 characters of one condition; so a whole route has its place in one item of DynamoDB. */
  static final int CONDITION_CHARS_MAX = 1_000;

  /** Comparisons, values of lists, and connectives of one condition. */
  static final int NODES_MAX = 100;

  /**
   * Comparisons by {@code contains} in all conditions of a route: each reads a whole text, which is
   * up to {@link #JSON_TEXT_BYTES_MAX} long. So a choice takes some 35 million steps at most.
   */
  public static final int SEARCHES_MAX = 100;

  /** Levels of parentheses and negations. The parser and the evaluation go no deeper than that. */
  public static final int DEPTH_MAX = 16;

  /** Names in a path into the payload. */
  static final int JSON_PATH_MAX = 4;

  /**
   * Bytes of a payload of JSON text that is read for the sake of rules; of a larger one, which no
   * lambda takes, they see the size alone.
   */
  public static final int JSON_TEXT_BYTES_MAX = Limits.PAYLOAD_BYTES_MAX;

  /** Characters of the explanation of one rule. */
  static final int REASON_CHARS_MAX = 500;

  /** Characters of a value in an explanation. */
  static final int VALUE_CHARS_MAX = 80;

  private RouteLimits() {}
}
