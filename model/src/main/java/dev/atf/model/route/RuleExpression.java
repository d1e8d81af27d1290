package dev.atf.model.route;

import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;

/** Expression of a condition. As deep as {@link RouteLimits#DEPTH_MAX} allows. */
sealed interface RuleExpression {
  boolean holds(RuleFacts facts);

  /** Returns the comparisons that decide whether it holds, each with the value found. */
  String reason(RuleFacts facts);

  /** Returns what stands before a reason: this expression, and whether it holds. */
  private static String verdict(RuleExpression expression, RuleFacts facts) {
    return expression + (expression.holds(facts) ? " holds: " : " does not hold: ");
  }

  private static String reasons(
      List<RuleExpression> parts, boolean deciding, boolean result, RuleFacts facts) {
    var reasons =
        parts.stream()
            .filter(part -> result != deciding || part.holds(facts) == deciding)
            .map(part -> part.reason(facts));
    return result == deciding
        ? reasons.findFirst().orElse("")
        : reasons.collect(Collectors.joining("; "));
  }

  /** Conjunction: holds if all of its parts do. */
  record Every(List<RuleExpression> parts) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return parts.stream().allMatch(part -> part.holds(facts));
    }

    @Override
    public String reason(RuleFacts facts) {
      return reasons(parts, false, holds(facts), facts);
    }

    @Override
    public String toString() {
      return joined(parts, " and ");
    }
  }

  /** Disjunction: holds if one of its parts does. */
  record Some(List<RuleExpression> parts) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return parts.stream().anyMatch(part -> part.holds(facts));
    }

    @Override
    public String reason(RuleFacts facts) {
      return reasons(parts, true, holds(facts), facts);
    }

    @Override
    public String toString() {
      return joined(parts, " or ");
    }
  }

  private static String joined(List<RuleExpression> parts, String by) {
    return parts.stream().map(Object::toString).collect(Collectors.joining(by, "(", ")"));
  }

  /** Negation. */
  record Negation(RuleExpression negated) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return !negated.holds(facts);
    }

    @Override
    public String reason(RuleFacts facts) {
      return verdict(this, facts) + negated.reason(facts);
    }

    @Override
    public String toString() {
      return "not " + negated;
    }
  }

  /** Comparison of an attribute with a value. */
  record Comparison(RuleAttribute attribute, RuleOperator operator, RuleValue value)
      implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return facts.find(attribute).filter(found -> operator.holds(found, value)).isPresent();
    }

    @Override
    public String reason(RuleFacts facts) {
      return verdict(this, facts) + found(attribute, facts);
    }

    @Override
    public String toString() {
      return attribute + " " + operator + " " + value;
    }
  }

  /** Comparison of an attribute with a list of values. */
  record OneOf(RuleAttribute attribute, List<RuleValue> values) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return facts
          .find(attribute)
          .filter(found -> values.stream().anyMatch(one -> RuleOperator.EQUAL.holds(found, one)))
          .isPresent();
    }

    @Override
    public String reason(RuleFacts facts) {
      return verdict(this, facts) + found(attribute, facts);
    }

    @Override
    public String toString() {
      return attribute
          + values.stream().map(Object::toString).collect(Collectors.joining(", ", " in (", ")"));
    }
  }

  private static String found(RuleAttribute attribute, RuleFacts facts) {
    return attribute + facts.find(attribute).map(found -> " is " + found).orElse(" is absent");
  }

  /**
   * Comparison of the time of day with an interval, over midnight if its end is the earlier one.
   *
   * @param to the end, which is not part of it
   */
  record DayInterval(LocalTime from, LocalTime to, ZoneId zone) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      var time = time(facts);
      boolean begun = !time.isBefore(from);
      boolean over = !time.isBefore(to);
      return from.isBefore(to) ? begun && !over : begun || !over;
    }

    @Override
    public String reason(RuleFacts facts) {
      return verdict(this, facts) + "it is " + time(facts) + " in " + zone;
    }

    private LocalTime time(RuleFacts facts) {
      return LocalTime.ofInstant(facts.now(), zone);
    }

    @Override
    public String toString() {
      return "now between " + from + " and " + to + " " + zone;
    }
  }
}
