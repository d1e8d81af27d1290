package dev.atf.model.route;

import dev.atf.model.check.Ellipsis;
import dev.atf.model.check.InvalidFieldException;

/**
 * Parsed condition of a rule. Conditions with the same text are equal.
 *
 * <p>For any facts, it either holds or does not hold. With any operator, a comparison with an
 * absent attribute, or with an attribute of another type, does not hold.
 */
public final class RuleCondition {
  private final String text;
  private final RuleExpression expression;
  private final int searches;

  private RuleCondition(String text, RuleExpression expression, int searches) {
    this.text = text;
    this.expression = expression;
    this.searches = searches;
  }

  /**
   * Parses a condition, within the bounds of {@link RouteLimits}.
   *
   * @throws InvalidFieldException for the field {@code when}, with the column, counted from 1, and
   *     what is expected there
   */
  public static RuleCondition parse(String text) {
    if (text.length() > RouteLimits.CONDITION_CHARS_MAX) {
      throw new InvalidFieldException(
          "when",
          text.length() + " characters",
          "at most %d characters".formatted(RouteLimits.CONDITION_CHARS_MAX));
    }
    var parser = new RuleParser(text);
    return new RuleCondition(text, parser.condition(), parser.searches());
  }

  /** Returns the number of comparisons with {@code contains}. */
  public int searches() {
    return searches;
  }

  /**
   * Returns whether the condition holds. It never throws, and ends after a bounded number of steps.
   */
  public boolean holds(RuleFacts facts) {
    return expression.holds(facts);
  }

  /** Returns the comparisons that decide whether the condition holds, each with the value found. */
  public String reason(RuleFacts facts) {
    return Ellipsis.cut(expression.explain(facts).reason(), RouteLimits.REASON_CHARS_MAX);
  }

  public String text() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RuleCondition condition && condition.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
