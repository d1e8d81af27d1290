package dev.atf.model.route;

import dev.atf.model.check.Ellipsis;
import java.math.BigDecimal;
import java.util.OptionalInt;

/** Value of an attribute, or value with which a rule compares an attribute. */
public sealed interface RuleValue {
  /** Text. Texts are ordered by their UTF-16 characters. */
  record Text(String text) implements RuleValue {
    @Override
    public String toString() {
      // The rest of a long text is not shown, with its escapes or without.
      var shown = text.substring(0, Math.min(text.length(), RouteLimits.VALUE_CHARS_MAX + 1));
      var quoted = shown.replace("\\", "\\\\").replace("\"", "\\\"");
      return '"' + Ellipsis.cut(quoted, RouteLimits.VALUE_CHARS_MAX) + '"';
    }
  }

  /** Number. Numbers are compared exactly, because the nearest doubles of two may be equal. */
  record Numeric(BigDecimal number) implements RuleValue {
    /** Maximum number of zeros at an end of a number that is shown without an exponent. */
    private static final int ZEROS_MAX = 400;

    @Override
    public String toString() {
      var shown = number.stripTrailingZeros();
      return Math.abs(shown.scale()) <= ZEROS_MAX ? shown.toPlainString() : shown.toString();
    }
  }

  /** True or false. */
  record Truth(boolean holds) implements RuleValue {
    @Override
    public String toString() {
      return Boolean.toString(holds);
    }
  }

  /** List or object in a payload. Comparisons with it never hold. */
  record Composite(String name) implements RuleValue {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Compares like {@link Comparable}. The result is empty if the two values are of different kinds.
   * Booleans have no order: they are only equal or different.
   */
  default OptionalInt compare(RuleValue other) {
    if (this instanceof Text one && other instanceof Text two) {
      return OptionalInt.of(one.text().compareTo(two.text()));
    }
    if (this instanceof Numeric one && other instanceof Numeric two) {
      return OptionalInt.of(one.number().compareTo(two.number()));
    }
    if (this instanceof Truth one && other instanceof Truth two) {
      return OptionalInt.of(Boolean.compare(one.holds(), two.holds()));
    }
    return OptionalInt.empty();
  }
}
