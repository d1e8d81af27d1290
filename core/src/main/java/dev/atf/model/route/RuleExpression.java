package dev.atf.model.route;

import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Expression of a condition. Its depth is at most {@link RouteLimits#DEPTH_MAX}. */
sealed interface RuleExpression {
  boolean holds(RuleFacts facts);

  /** Returns whether the expression holds, and why. Each comparison is made once. */
  Explained explain(RuleFacts facts);

  /**
   * Result of an expression.
   *
   * @param reason comparisons that decided, each with the value found
   */
  record Explained(boolean holds, String reason) {}

  /** Returns a result whose reason shows this expression, whether it holds, and the details. */
  private static Explained explained(RuleExpression expression, boolean holds, String details) {
    return new Explained(holds, expression + (holds ? " holds: " : " does not hold: ") + details);
  }

  /**
   * Returns the result of several parts.
   *
   * @param deciding result of a part that decides the whole
   */
  private static Explained explained(
      List<RuleExpression> parts, boolean deciding, RuleFacts facts) {
    var others = new ArrayList<String>();
    for (var part : parts) {
      var explained = part.explain(facts);
      if (explained.holds() == deciding) {
        return explained;
      }
      others.add(explained.reason());
    }
    return new Explained(!deciding, String.join("; ", others));
  }

  /** Conjunction, which holds if all of its parts hold. */
  record Every(List<RuleExpression> parts) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return parts.stream().allMatch(part -> part.holds(facts));
    }

    @Override
    public Explained explain(RuleFacts facts) {
      return explained(parts, false, facts);
    }

    @Override
    public String toString() {
      return joined(parts, " and ");
    }
  }

  /** Disjunction, which holds if one of its parts holds. */
  record Some(List<RuleExpression> parts) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return parts.stream().anyMatch(part -> part.holds(facts));
    }

    @Override
    public Explained explain(RuleFacts facts) {
      return explained(parts, true, facts);
    }

    @Override
    public String toString() {
      return joined(parts, " or ");
    }
  }

  private static String joined(List<RuleExpression> parts, String by) {
    return parts.stream().map(Object::toString).collect(Collectors.joining(by, "(", ")"));
  }

  /** Negation of an expression. */
  record Negation(RuleExpression negated) implements RuleExpression {
    @Override
    public boolean holds(RuleFacts facts) {
      return !negated.holds(facts);
    }

    @Override
    public Explained explain(RuleFacts facts) {
      var explained = negated.explain(facts);
      return explained(this, !explained.holds(), explained.reason());
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
    public Explained explain(RuleFacts facts) {
      return explained(this, holds(facts), found(attribute, facts));
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
    public Explained explain(RuleFacts facts) {
      return explained(this, holds(facts), found(attribute, facts));
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
   * Comparison of the time of day with an interval. If the end is before the start, the interval
   * contains midnight.
   *
   * @param to exclusive end
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
    public Explained explain(RuleFacts facts) {
      return explained(this, holds(facts), "it is " + time(facts) + " in " + zone);
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
