package dev.atf.model.route;

import java.util.Arrays;
import java.util.Optional;

/** Operator between an attribute and a value. */
enum RuleOperator {
  EQUAL("="),
  NOT_EQUAL("!="),
  LESS("<"),
  GREATER(">"),
  AT_MOST("<="),
  AT_LEAST(">="),
  STARTS_WITH("startsWith"),
  /**
   * Holds if the attribute contains the text. Does not hold for a text that is too large for any
   * lambda, which is refused later.
   */
  CONTAINS("contains"),
  /** Equals STARTS_WITH if the text ends with an asterisk, and EQUAL otherwise. */
  MATCHES("matches");

  private static final String ANY = "*";

  private final String text;

  RuleOperator(String text) {
    this.text = text;
  }

  static Optional<RuleOperator> of(String text) {
    return Arrays.stream(values()).filter(one -> one.text.equals(text)).findFirst();
  }

  /**
   * Returns the values that this operator accepts, for a refusal; empty if it accepts this value.
   */
  Optional<String> refusal(RuleValue value) {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> Optional.empty();
      case LESS, GREATER, AT_MOST, AT_LEAST ->
          value instanceof RuleValue.Truth
              ? Optional.of("a text or a number; true and false are compared by = and !=")
              : Optional.empty();
      case STARTS_WITH, CONTAINS ->
          value instanceof RuleValue.Text ? Optional.empty() : Optional.of("a text in quotes");
      case MATCHES ->
          value instanceof RuleValue.Text text && isPattern(text.text())
              ? Optional.empty()
              : Optional.of("a text in quotes, with * only at its end");
    };
  }

  boolean holds(RuleValue found, RuleValue value) {
    return switch (this) {
      case STARTS_WITH -> isText(found) && text(found).startsWith(text(value));
      case CONTAINS ->
          isText(found)
              && text(found).length() <= RouteLimits.JSON_TEXT_BYTES_MAX
              && contains(text(found), text(value));
      case MATCHES -> isText(found) && matches(text(found), text(value));
      default -> {
        var compared = found.compare(value);
        yield compared.isPresent() && holds(compared.getAsInt());
      }
    };
  }

  private boolean holds(int compared) {
    return switch (this) {
      case EQUAL -> compared == 0;
      case NOT_EQUAL -> compared != 0;
      case LESS -> compared < 0;
      case GREATER -> compared > 0;
      case AT_MOST -> compared <= 0;
      case AT_LEAST -> compared >= 0;
      case STARTS_WITH, CONTAINS, MATCHES -> false;
    };
  }

  private static boolean isPattern(String text) {
    int any = text.indexOf(ANY);
    return any < 0 || any == text.length() - ANY.length();
  }

  /**
   * Returns whether a text contains another one, by the algorithm of Knuth, Morris and Pratt. The
   * number of steps grows with the sum of both lengths. With {@link String#contains}, it would grow
   * with their product.
   */
  private static boolean contains(String text, String sought) {
    int[] shorter = new int[sought.length()];
    for (int i = 1, same = 0; i < sought.length(); i++) {
      same = extended(sought, shorter, same, sought.charAt(i));
      shorter[i] = same;
    }
    int same = 0;
    for (int i = 0; i < text.length() && same < sought.length(); i++) {
      same = extended(sought, shorter, same, text.charAt(i));
    }
    return same == sought.length();
  }

  /**
   * Returns the length of the longest prefix of the sought text that ends at the last character
   * read.
   *
   * @param shorter length, for each prefix, of its longest proper prefix that is also its suffix
   */
  private static int extended(String sought, int[] shorter, int same, char next) {
    int longest = same;
    while (longest > 0 && sought.charAt(longest) != next) {
      longest = shorter[longest - 1];
    }
    return sought.charAt(longest) == next ? longest + 1 : longest;
  }

  private static boolean matches(String found, String pattern) {
    return pattern.endsWith(ANY)
        ? found.startsWith(pattern.substring(0, pattern.length() - ANY.length()))
        : found.equals(pattern);
  }

  private static boolean isText(RuleValue value) {
    return value instanceof RuleValue.Text;
  }

  private static String text(RuleValue value) {
    return value instanceof RuleValue.Text text ? text.text() : "";
  }

  @Override
  public String toString() {
    return text;
  }
}
