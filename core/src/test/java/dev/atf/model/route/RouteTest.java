package dev.atf.model.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Choices of routes, and their explanations. */
final class RouteTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName NAME = new LambdaName("render");
  private static final LambdaName LARGE = new LambdaName("render-large");
  private static final LambdaName SMALL = new LambdaName("render-small");
  private static final RouteRule LONG = rule("long", "json.pages > 100", LARGE);
  private static final RouteRule DRAFT = rule("draft", "json.draft = true", SMALL);
  private static final Route ROUTE = new Route(NAME, List.of(LONG, DRAFT), SMALL, 3, NOW);
  private static final KnownFacts FACTS =
      KnownFacts.of(Map.of("json.pages", 300, "json.draft", true));

  @Test
  void theFirstRuleThatHoldsChooses() {
    var both = ROUTE.choose(FACTS);
    var none = ROUTE.choose(KnownFacts.of(Map.of()));

    assertThat(both.lambda()).isEqualTo(LARGE);
    assertThat(both.by().chose(both.lambda()))
        .isEqualTo("route render, rule long (version 3) chose lambda render-large");
    assertThat(none.lambda()).isEqualTo(SMALL);
    assertThat(none.by().chose(none.lambda()))
        .isEqualTo("route render, its default (version 3) chose lambda render-small");
  }

  @Test
  void everyRuleHasAVerdict() {
    assertThat(ROUTE.verdicts(KnownFacts.of(Map.of("json.draft", true))))
        .containsExactly(
            new Route.Verdict(LONG, false, "json.pages > 100 does not hold: json.pages is absent"),
            new Route.Verdict(DRAFT, true, "json.draft = true holds: json.draft is true"));
  }

  @Test
  void itNamesTheLambdasOfItsRulesAndItsDefault() {
    assertThat(ROUTE.lambdas()).containsExactly(LARGE, SMALL);
  }

  @Test
  void routesThatChooseTheSameAreAlikeWhateverTheirVersions() {
    assertThat(ROUTE.after(7, NOW.plusSeconds(1)).version()).isEqualTo(8);
    assertThat(ROUTE.isLike(ROUTE.after(7, NOW.plusSeconds(1)))).isTrue();
    assertThat(ROUTE.isLike(new Route(SMALL, ROUTE.rules(), SMALL, 3, NOW))).isFalse();
    assertThat(ROUTE.isLike(new Route(NAME, List.of(DRAFT, LONG), SMALL, 3, NOW))).isFalse();
    assertThat(ROUTE.isLike(new Route(NAME, ROUTE.rules(), LARGE, 3, NOW))).isFalse();
  }

  @Test
  void theDefaultIsNoNameOfARule() {
    assertThat(RouteRule.requireName("long")).isEqualTo("long");
    assertThatThrownBy(() -> RouteRule.requireName(Route.DEFAULT))
        .isInstanceOf(InvalidFieldException.class);
  }

  @Test
  void aConditionKeepsItsTextAndCountsItsComparisonsByContains() {
    assertThat(LONG.when().text()).isEqualTo("json.pages > 100");
    assertThat(searches("json.a = \"x\" and json.b startsWith \"x\"")).isZero();
    assertThat(searches("json.a contains \"x\" or not json.b contains \"x\"")).isEqualTo(2);
  }

  private static int searches(String condition) {
    return RuleCondition.parse(condition).searches();
  }

  private static RouteRule rule(String name, String when, LambdaName lambda) {
    return new RouteRule(name, RuleCondition.parse(when), lambda, null, null);
  }
}
