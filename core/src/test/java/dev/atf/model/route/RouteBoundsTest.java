package dev.atf.model.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests hostile rules: none exceeds its limits, and each only holds or does not hold. */
final class RouteBoundsTest {
  private static final KnownFacts FACTS = KnownFacts.of(Map.of("json.a", 1.0, "priority", "p"));

  /** Pieces of conditions, as a text of them is more often nearly right than one of characters. */
  private static final List<String> PIECES =
      List.of(
          "and",
          "or",
          "not",
          "(",
          ")",
          ",",
          ".",
          "=",
          "!=",
          "<",
          ">=",
          "!",
          "in",
          "startsWith",
          "matches",
          "contains",
          "now",
          "between",
          "22:00",
          "06:00",
          "UTC",
          "Europe/Zurich",
          "json",
          "labels",
          "a",
          "priority",
          "payload.bytes",
          "json.a",
          "1",
          "-1",
          "1e9",
          "\"p\"",
          "\"",
          "\\",
          "*",
          "\"a*\"",
          "true",
          "\u0000",
          "\ud800",
          "é",
          "--",
          "1.2.3",
          "99:99");

  @Test
  void aConditionHasABoundedNumberOfCharacters() {
    var longest = "priority = \"" + "x".repeat(RouteLimits.CONDITION_CHARS_MAX - 13) + "\"";
    assertThat(longest).hasSize(RouteLimits.CONDITION_CHARS_MAX);
    assertThat(RuleCondition.parse(longest).holds(FACTS)).isFalse();

    refused(longest + " ", "1001 characters", "at most 1000 characters");
    refused(" ".repeat(50_000_000), "50000000 characters", "at most 1000 characters");
  }

  @Test
  @Tag("T16")
  void aSearchTakesTimeLinearInTheText() {
    var facts = KnownFacts.of(Map.of("json.a", "a".repeat(RouteLimits.JSON_TEXT_BYTES_MAX)));
    var absent = RuleCondition.parse("json.a contains \"" + "a".repeat(970) + "b\"");
    var present = RuleCondition.parse("json.a contains \"" + "a".repeat(970) + "\"");

    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          for (int i = 0; i < 4 * RouteLimits.SEARCHES_MAX; i++) {
            assertThat(absent.holds(facts)).isFalse();
            assertThat(present.holds(facts)).isTrue();
          }
        });
  }

  @Test
  void anExplanationMakesEachComparisonOnce() {
    var reads = new AtomicInteger();
    var facts =
        new RuleFacts() {
          @Override
          public Instant now() {
            return Instant.EPOCH;
          }

          @Override
          public Optional<RuleValue> find(RuleAttribute attribute) {
            reads.incrementAndGet();
            return Optional.of(new RuleValue.Text("x"));
          }
        };
    int depth = RouteLimits.DEPTH_MAX;
    var deep =
        "not (json.a = \"y\" or ".repeat(depth / 2) + "json.b = \"y\"" + ")".repeat(depth / 2);

    assertThat(RuleCondition.parse(deep).reason(facts)).contains("json.b");
    // Each for the comparison, and for its explanation.
    assertThat(reads).hasValueLessThanOrEqualTo(2 * (depth / 2 + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ab", "aba", "abab", "baba", "abaab", "bb", "c", "abaababaabc"})
  void containsFindsWhatStringsDo(String sought) {
    var random = new SplittableRandom(3);
    var condition = RuleCondition.parse("json.a contains \"" + sought + "\"");
    for (int i = 0; i < 1_000; i++) {
      var text =
          IntStream.range(0, random.nextInt(20))
              .mapToObj(each -> random.nextInt(3) == 0 ? "b" : "a")
              .collect(Collectors.joining());
      assertThat(condition.holds(KnownFacts.of(Map.of("json.a", text))))
          .as(text)
          .isEqualTo(text.contains(sought));
    }
  }

  @Test
  void aConditionHasABoundedNumberOfNodes() {
    var list = String.join(",", Collections.nCopies(RouteLimits.NODES_MAX - 1, "1"));
    assertThat(RuleCondition.parse("json.a in (" + list + ")").holds(FACTS)).isTrue();
    refused("json.a in (1," + list + ")", "column 210: 1", "at most 100 comparisons, values");

    var chain = String.join(" or ", Collections.nCopies(50, "json.a = 1"));
    assertThat(RuleCondition.parse(chain).holds(FACTS)).isTrue();
    refused(chain + " or json.a=1", "column 701: json", "at most 100 comparisons, values");

    var negations = String.join(" or ", Collections.nCopies(33, "not json.a = 1"));
    assertThat(RuleCondition.parse(negations).holds(FACTS)).isFalse();
    refused(negations + " or not json.a=1", "column 599: json", "at most 100 comparisons, values");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "not ", "not("})
  @Tag("R4")
  void nestingHasABoundAndOverflowsNoStack(String opening) {
    int levels = RouteLimits.DEPTH_MAX / (opening.equals("not(") ? 2 : 1);
    var closing = opening.contains("(") ? ")" : "";
    var deepest = opening.repeat(levels) + "json.a = 1" + closing.repeat(levels);
    assertThat(RuleCondition.parse(deepest).holds(FACTS)).isTrue();
    assertThat(RuleCondition.parse(deepest).reason(FACTS).length())
        .isLessThanOrEqualTo(RouteLimits.REASON_CHARS_MAX);

    var deeper = opening + deepest + closing;
    assertThatThrownBy(() -> RuleCondition.parse(deeper))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("at most 16 levels of parentheses and not");
    var hostile = opening.repeat(RouteLimits.CONDITION_CHARS_MAX / opening.length());
    assertThatThrownBy(() -> RuleCondition.parse(hostile))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("at most 16 levels of parentheses and not");
  }

  @Test
  void aPathIntoThePayloadHasABoundedNumberOfNames() {
    assertThat(RuleCondition.parse("json.a.b.c.d = 1").holds(FACTS)).isFalse();
    refused("json.a.b.c.d.e = 1", "column 16: =", "json with a path of 1 to 4 names");
    refused("json" + ".a".repeat(400), "column 805: the end", "json with a path of 1 to 4 names");
  }

  @Test
  void aRouteHasABoundedNumberOfRules() {
    assertThat(route(RouteLimits.RULES_MAX).choose(FACTS).by().rule()).isEqualTo("default");
    assertThatThrownBy(() -> route(RouteLimits.RULES_MAX + 1))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("rules: 51 rules (expected: at most 50)");
  }

  @Test
  void aReasonHasABoundedLength() {
    var condition = String.join(" or ", Collections.nCopies(50, "priority = \"x\""));

    assertThat(RuleCondition.parse(condition).reason(FACTS))
        .hasSize(RouteLimits.REASON_CHARS_MAX)
        .startsWith("priority = \"x\" does not hold: priority is \"p\"; ");
  }

  @Test
  void aPatternIsNoRegularExpression() {
    var facts = KnownFacts.of(Map.of("priority", "a".repeat(10_000) + "!"));

    assertThat(RuleCondition.parse("priority matches \"(a+)+$\"").holds(facts)).isFalse();
    assertThat(RuleCondition.parse("priority matches \"aa*\"").holds(facts)).isTrue();
  }

  /** Each text is a condition with a few of its pieces replaced, left out or doubled. */
  @Test
  @Tag("R4")
  void anyTextIsParsedOrRefused() {
    assertParsedOrRefused(20_000);
  }

  @Test
  @Tag("nightly")
  void anyOfManyTextsIsParsedOrRefused() {
    assertParsedOrRefused(1_000_000);
  }

  private static void assertParsedOrRefused(int seeds) {
    int parsed = 0;
    for (int seed = 0; seed < seeds; seed++) {
      parsed += isParsed(damaged(new SplittableRandom(seed)), seed) ? 1 : 0;
    }
    assertThat(parsed).isBetween(seeds / 100, seeds / 2);
  }

  private static String damaged(SplittableRandom random) {
    var pieces = new ArrayList<>(List.of(RandomCondition.of(random, 3).text().split(" ", -1)));
    for (int i = 1 + random.nextInt(3); i > 0 && !pieces.isEmpty(); i--) {
      int at = random.nextInt(pieces.size());
      switch (random.nextInt(3)) {
        case 0 -> pieces.remove(at);
        case 1 -> pieces.add(at, pieces.get(random.nextInt(pieces.size())));
        default -> pieces.set(at, PIECES.get(random.nextInt(PIECES.size())));
      }
    }
    return String.join(" ", pieces);
  }

  private static boolean isParsed(String text, int seed) {
    try {
      var condition = RuleCondition.parse(text);
      boolean unused = condition.holds(FACTS);
      return !condition.reason(FACTS).isEmpty();
    } catch (InvalidFieldException e) {
      var violation = e.violations().get(0);
      if (violation.field().equals("when") && violation.value().startsWith("column ")) {
        return false;
      }
      throw new AssertionError("seed %d: %s".formatted(seed, text), e);
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("seed %d: %s".formatted(seed, text), e);
    }
  }

  private static Route route(int rules) {
    var lambda = new LambdaName("render");
    return new Route(
        new LambdaName("route"),
        IntStream.range(0, rules)
            .mapToObj(
                i -> new RouteRule("r" + i, RuleCondition.parse("json.a = 2"), lambda, null, null))
            .toList(),
        lambda,
        1,
        KnownFacts.NOON);
  }

  private static void refused(String text, String found, String expected) {
    assertThatThrownBy(() -> RuleCondition.parse(text))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("when: " + found + " (expected: ")
        .hasMessageContaining(expected);
  }
}
