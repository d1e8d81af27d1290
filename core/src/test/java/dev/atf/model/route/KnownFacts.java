package dev.atf.model.route;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Facts by the names of their attributes, as rules write them.
 *
 * @param values texts, numbers, truths, and lists
 */
record KnownFacts(Map<String, Object> values, Instant now) implements RuleFacts {
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  static KnownFacts of(Map<String, Object> values) {
    return new KnownFacts(values, NOON);
  }

  @Override
  public Optional<RuleValue> find(RuleAttribute attribute) {
    return Optional.ofNullable(values.get(attribute.toString())).map(KnownFacts::value);
  }

  private static RuleValue value(Object found) {
    if (found instanceof String text) {
      return new RuleValue.Text(text);
    }
    if (found instanceof Number number) {
      return new RuleValue.Numeric(BigDecimal.valueOf(number.doubleValue()));
    }
    if (found instanceof Boolean truth) {
      return new RuleValue.Truth(truth);
    }
    return new RuleValue.Composite(found instanceof List<?> ? "a list" : "an object");
  }
}
