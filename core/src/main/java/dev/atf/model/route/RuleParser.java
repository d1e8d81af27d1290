package dev.atf.model.route;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.route.RuleLexer.RuleToken;
import dev.atf.model.route.RuleLexer.RuleToken.Kind;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Parser of one condition. {@code not} binds strongest, then {@code and}, then {@code or}. It reads
 * one token ahead, and calls itself only for parentheses and negations, which have at most {@link
 * RouteLimits#DEPTH_MAX} levels.
 */
final class RuleParser {
  private static final String OPERATORS =
      Arrays.stream(RuleOperator.values()).map(Object::toString).collect(Collectors.joining(" "));
  private static final String ATTRIBUTES =
      "caller.principal, caller.tenant, collection, priority, payload.bytes, labels.NAME,"
          + " json.NAME, now, not or (";

  private final List<RuleToken> tokens;
  private int at;
  private int nodes;
  private int searches;
  private int depth;

  /**
   * Creates a parser.
   *
   * @throws InvalidFieldException if the text cannot be split into tokens
   */
  RuleParser(String text) {
    this.tokens = RuleLexer.tokens(text);
  }

  /**
   * Returns the whole condition.
   *
   * @throws InvalidFieldException with the column of the first mistake
   */
  RuleExpression condition() {
    var condition = alternatives();
    if (peek().kind() != Kind.END) {
      throw refusal("and, or, or the end");
    }
    return condition;
  }

  /** Returns the number of comparisons with {@code contains} that were read. */
  int searches() {
    return searches;
  }

  private RuleExpression alternatives() {
    return chain(
        "or", () -> chain("and", this::part, RuleExpression.Every::new), RuleExpression.Some::new);
  }

  private RuleExpression chain(
      String word,
      Supplier<RuleExpression> part,
      Function<List<RuleExpression>, RuleExpression> join) {
    var parts = new ArrayList<RuleExpression>();
    parts.add(part.get());
    while (accept(word)) {
      count();
      parts.add(part.get());
    }
    return parts.size() == 1 ? parts.get(0) : join.apply(List.copyOf(parts));
  }

  private RuleExpression part() {
    if (accept("not")) {
      count();
      return nested(() -> new RuleExpression.Negation(part()));
    }
    if (accept("(")) {
      return nested(
          () -> {
            var inner = alternatives();
            require(")", "and, or, or a closing parenthesis");
            return inner;
          });
    }
    count();
    return accept("now") ? dayInterval() : comparison();
  }

  private RuleExpression nested(Supplier<RuleExpression> inner) {
    depth++;
    if (depth > RouteLimits.DEPTH_MAX) {
      throw refusal("at most %d levels of parentheses and not".formatted(RouteLimits.DEPTH_MAX));
    }
    var parsed = inner.get();
    depth--;
    return parsed;
  }

  private RuleExpression dayInterval() {
    require("between", "between: now has no other operator");
    var from = time();
    require("and", "and");
    var later = peek();
    var to = time();
    if (from.equals(to)) {
      throw RuleLexer.refusal(later.column(), later.shown(), "another time than " + from);
    }
    return new RuleExpression.DayInterval(from, to, zone());
  }

  private LocalTime time() {
    var token = peek();
    try {
      if (token.kind() == Kind.TIME) {
        at++;
        return LocalTime.parse(token.text());
      }
    } catch (DateTimeException e) {
      at--;
    }
    throw refusal("a time of day such as 22:00");
  }

  private ZoneId zone() {
    var token = peek();
    try {
      if (token.kind() == Kind.WORD) {
        at++;
        return ZoneId.of(token.text());
      }
    } catch (DateTimeException e) {
      at--;
    }
    throw refusal("a time zone such as Europe/Zurich or UTC");
  }

  private RuleExpression comparison() {
    var attribute = attribute();
    if (accept("in")) {
      return membership(attribute);
    }
    var token = peek();
    var operator =
        token.kind() == Kind.SYMBOL || token.kind() == Kind.WORD
            ? RuleOperator.of(token.text())
            : Optional.<RuleOperator>empty();
    if (operator.isEmpty()) {
      throw refusal("one of " + OPERATORS + " in");
    }
    at++;
    int place = at;
    var value = value(attribute);
    var refused = operator.get().refusal(value);
    if (refused.isPresent()) {
      at = place;
      throw refusal(refused.get());
    }
    searches += operator.get() == RuleOperator.CONTAINS ? 1 : 0;
    return new RuleExpression.Comparison(attribute, operator.get(), value);
  }

  private RuleExpression membership(RuleAttribute attribute) {
    require("(", "an opening parenthesis");
    var values = new ArrayList<RuleValue>();
    do {
      count();
      values.add(value(attribute));
    } while (accept(","));
    require(")", "a comma or a closing parenthesis");
    return new RuleExpression.OneOf(attribute, List.copyOf(values));
  }

  private RuleValue value(RuleAttribute attribute) {
    var token = peek();
    var value = value(token);
    if (value.isEmpty()) {
      throw refusal("a text in double quotes, a number, true or false");
    }
    if (!attribute.mayBe(value.get())) {
      throw refusal(
          attribute.source() == RuleAttribute.Source.PAYLOAD_BYTES
              ? "a number, which payload.bytes is"
              : "a text in double quotes, which " + attribute + " is");
    }
    at++;
    return value.get();
  }

  private static Optional<RuleValue> value(RuleToken token) {
    return switch (token.kind()) {
      case TEXT -> Optional.of(new RuleValue.Text(token.text()));
      case NUMBER -> number(token.text());
      case WORD ->
          token.is("true") || token.is("false")
              ? Optional.of(new RuleValue.Truth(token.is("true")))
              : Optional.empty();
      case TIME, SYMBOL, END -> Optional.empty();
    };
  }

  private static Optional<RuleValue> number(String text) {
    try {
      return Double.isFinite(Double.parseDouble(text))
          ? Optional.of(new RuleValue.Numeric(new BigDecimal(text)))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private RuleAttribute attribute() {
    var token = peek();
    if (token.kind() != Kind.WORD) {
      throw refusal(ATTRIBUTES);
    }
    int place = at++;
    var path = path();
    var written =
        token.text() + path.stream().map(name -> "." + name).collect(Collectors.joining());
    for (var source : RuleAttribute.Source.values()) {
      if (source.pathMax() == 0 && source.toString().equals(written)) {
        return new RuleAttribute(source, List.of());
      }
      if (source.pathMax() > 0 && source.toString().equals(token.text())) {
        if (path.isEmpty() || path.size() > source.pathMax()) {
          throw refusal("%s with a path of 1 to %d names".formatted(source, source.pathMax()));
        }
        return new RuleAttribute(source, path);
      }
    }
    at = place;
    throw refusal(ATTRIBUTES);
  }

  private List<String> path() {
    var path = new ArrayList<String>();
    while (accept(".")) {
      var name = peek();
      if (name.kind() != Kind.WORD && name.kind() != Kind.TEXT) {
        throw refusal("a name; one of other characters than a-z A-Z 0-9 _ - in double quotes");
      }
      at++;
      path.add(name.text());
    }
    return path;
  }

  private RuleToken peek() {
    return tokens.get(at);
  }

  private boolean accept(String symbolOrWord) {
    if (!peek().is(symbolOrWord)) {
      return false;
    }
    at++;
    return true;
  }

  private void require(String symbolOrWord, String expected) {
    if (!accept(symbolOrWord)) {
      throw refusal(expected);
    }
  }

  private void count() {
    nodes++;
    if (nodes > RouteLimits.NODES_MAX) {
      throw refusal(
          "at most %d comparisons, values, and, or and not".formatted(RouteLimits.NODES_MAX));
    }
  }

  private InvalidFieldException refusal(String expected) {
    return RuleLexer.refusal(peek().column(), peek().shown(), expected);
  }
}
