package dev.atf.model.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Meaning of the conditions of routes. */
final class RouteLanguageTest {
  private static final KnownFacts FACTS =
      KnownFacts.of(
          Map.of(
              "caller.principal", "ci",
              "caller.tenant", "acme",
              "labels.kind", "long",
              "labels.\"odd name\"", "x",
              "priority", "high",
              "payload.bytes", 1500,
              "json.pages", 300,
              "json.user.name", "Ann \"A\"",
              "json.draft", true,
              "json.tags", List.of()));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels.kind = \"long\"",
        "labels.\"odd name\" = \"x\"",
        "json.pages > 200 and json.pages <= 300",
        "json.pages>=3e2",
        "not json.pages < 300",
        "json.user.name = \"Ann \\\"A\\\"\"",
        "json.draft = true and json.draft != false",
        "payload.bytes >= 1500",
        "caller.tenant in (\"other\", \"acme\")",
        "labels.kind startsWith \"lo\" and labels.kind contains \"on\"",
        "labels.kind matches \"lo*\" and labels.kind matches \"long\"",
        "priority = \"low\" or priority = \"high\" and caller.principal = \"ci\"",
        "(priority = \"low\" or priority = \"high\") and caller.principal = \"ci\"",
        "not (collection = \"c\")",
        "not not priority = \"high\"",
        "now between 11:59 and 12:01 UTC",
        "now between 22:00 and 13:00 Europe/Zurich or now between 13:00 and 13:01 Europe/Zurich",
      })
  void holds(String condition) {
    assertThat(RuleCondition.parse(condition).holds(FACTS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "collection = \"c\"",
        "collection != \"c\"",
        "json.none < 1",
        "json.A.Z.a.z = 1",
        "json.none in (1)",
        "json.none startsWith \"\"",
        // Of another kind than what it is compared with.
        "json.pages = \"300\"",
        "json.pages != \"300\"",
        "json.pages startsWith \"3\"",
        "json.tags != true",
        "json.draft > \"a\"",
        "not labels.kind = \"long\" or priority = \"low\"",
        "labels.kind matches \"l\"",
        "now between 12:01 and 12:00 Europe/Zurich and now between 12:30 and 13:00 Europe/Zurich",
      })
  void doesNotHold(String condition) {
    assertThat(RuleCondition.parse(condition).holds(FACTS)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T20:59:59.999Z, false",
    "2026-03-01T21:00:00Z, true",
    "2026-03-02T04:59:59.999Z, true",
    "2026-03-02T05:00:00Z, false",
    // Summer time: the clock shows two hours more than UTC.
    "2026-07-01T20:00:00Z, true",
    "2026-07-02T04:00:00Z, false",
  })
  void anIntervalOverMidnightIsInTheTimeOfItsZone(Instant now, boolean holds) {
    var night = RuleCondition.parse("now between 22:00 and 06:00 Europe/Zurich");

    assertThat(night.holds(new KnownFacts(Map.of(), now))).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | column 1: the end | caller.principal, caller.tenant,",
        "colour = 1 | column 1: colour | caller.principal, caller.tenant,",
        "labels = \"a\" | column 8: = | labels with a path of 1 to 1 names",
        "labels.a.b = \"a\" | column 12: = | labels with a path of 1 to 1 names",
        "json.a.b.c.d.e = 1 | column 16: = | json with a path of 1 to 4 names",
        "labels.1st = \"a\" | column 8: 1 | in double quotes",
        "priority == \"a\" | column 11: = | a text in double quotes, a number, true or false",
        "priority = high | column 12: high | a text in double quotes, a number, true or false",
        "priority = 1 | column 12: 1 | a text in double quotes, which priority is",
        "payload.bytes > \"1\" | column 17: \"1\" | a number, which payload.bytes is",
        "priority like \"a\" | column 10: like | one of = != < > <= >= startsWith contains matches in",
        "priority = \"a | column 12: \"a | a double quote at the end",
        "priority.x = \"a\" | column 1: priority | caller.principal, caller.tenant,",
        "[ | column 1: [ | a name, a number",
        "`a | column 1: ` | a name, a number",
        "{ | column 1: { | a name, a number",
        "@ | column 1: @ | a name, a number",
        ": | column 1: : | a name, a number",
        "/ | column 1: / | a name, a number",
        "priority = \"\\n\" | column 13: \\ | no other character is escaped",
        "json.a = 1e999 | column 10: 1e999 | a text in double quotes, a number",
        "json.a = 1-2 | column 10: 1-2 | a text in double quotes, a number",
        "json.a > true | column 10: true | a text or a number",
        "json.a startsWith 1 | column 19: 1 | a text in quotes",
        "json.a matches \"*b\" | column 16: \"*b\" | with * only at its end",
        "json.a matches \"a*b\" | column 16: \"a*b\" | with * only at its end",
        "(json.a = 1 | column 12: the end | and, or, or a closing parenthesis",
        "json.a = 1) | column 11: ) | and, or, or the end",
        "json.a in 1 | column 11: 1 | an opening parenthesis",
        "json.a in (1 2) | column 14: 2 | a comma or a closing parenthesis",
        "json.a = 1 & json.b = 1 | column 12: & | a name, a number",
        "now > 22:00 | column 5: > | between",
        "now between 22:00 and 22:00 UTC | column 23: 22:00 | another time than 22:00",
        "now between 24:00 and 06:00 UTC | column 13: 24:00 | a time of day",
        "now between 22:00 and 06:00 | column 28: the end | a time zone",
        "now between 22:00 and 06:00 Mars/Base | column 29: Mars/Base | a time zone",
      })
  void aMistakeIsToldWithItsColumnAndWhatIsExpected(String text, String found, String expected) {
    assertThatThrownBy(() -> RuleCondition.parse(text))
        .isInstanceOfSatisfying(
            InvalidFieldException.class,
            e -> {
              assertThat(e.violations()).hasSize(1);
              var violation = e.violations().get(0);
              assertThat(violation.field()).isEqualTo("when");
              assertThat(violation.value()).isEqualTo(found);
              assertThat(violation.expected()).contains(expected);
            });
  }

  @Test
  void controlCharactersAreRefusedWithTheirColumn() {
    assertThatThrownBy(() -> RuleCondition.parse("priority = \"a\tb\""))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("column 14: ")
        .hasMessageContaining("no control characters in a text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels.kind = \"short\" | labels.kind = \"short\" does not hold: labels.kind is \"long\"",
        "collection = \"c\" | collection = \"c\" does not hold: collection is absent",
        "priority = \"high\" and json.pages > 500 | json.pages > 500 does not hold: json.pages is 300",
        "json.a = 1 or json.tags = 1 | json.a = 1 does not hold: json.a is absent; json.tags = 1 does not hold: json.tags is a list",
        "not priority in (\"high\") | not priority in (\"high\") does not hold: priority in (\"high\") holds: priority is \"high\"",
        "now between 22:00 and 06:00 Europe/Zurich | now between 22:00 and 06:00 Europe/Zurich does not hold: it is 13:00 in Europe/Zurich",
        "priority = \"low\" or json.draft = true | json.draft = true holds: json.draft is true",
        "json.draft = true and json.pages > 1 | json.draft = true holds: json.draft is true; json.pages > 1 holds: json.pages is 300",
        "not (json.draft = true and json.pages > 1) | not (json.draft = true and json.pages > 1) does not hold: json.draft = true holds: json.draft is true; json.pages > 1 holds: json.pages is 300",
        "not (json.draft = false or json.pages < 1) | not (json.draft = false or json.pages < 1) holds: json.draft = false does not hold: json.draft is true; json.pages < 1 does not hold: json.pages is 300",
      })
  void aReasonNamesThePartThatDecidesAndTheValueFound(String text, String reason) {
    assertThat(RuleCondition.parse(text).reason(FACTS)).isEqualTo(reason);
  }

  /** One million evaluations, against one that shares no code with the language. */
  @Test
  @Tag("R4")
  void randomConditionsAgreeWithASecondEvaluation() {
    assertAgreementWithASecondEvaluation(2_000);
  }

  @Test
  @Tag("nightly")
  void manyRandomConditionsAgreeWithASecondEvaluation() {
    assertAgreementWithASecondEvaluation(100_000);
  }

  private static void assertAgreementWithASecondEvaluation(int seeds) {
    int held = 0;
    for (int seed = 0; seed < seeds; seed++) {
      var random = new SplittableRandom(seed);
      var wanted = RandomCondition.of(random, 4);
      if (wanted.size() > RouteLimits.NODES_MAX
          || wanted.text().length() > RouteLimits.CONDITION_CHARS_MAX) {
        // Replaced by a smaller one, so that the number of evaluations stays.
        wanted = RandomCondition.of(random, 0);
      }
      var parsed = RuleCondition.parse(wanted.text());
      for (int i = 0; i < 50; i++) {
        var facts = RandomCondition.facts(random);
        int minute = facts.now().atOffset(ZoneOffset.UTC).get(ChronoField.MINUTE_OF_DAY);
        boolean expected = wanted.isTrue(facts.values(), minute);
        if (parsed.holds(facts) != expected) {
          throw new AssertionError(
              "seed %d, facts %d: expected %s of %s for %s"
                  .formatted(seed, i, expected, wanted.text(), facts));
        }
        held += expected ? 1 : 0;
      }
    }
    // Both results are common enough to mean something.
    assertThat(held).isBetween(seeds * 10, seeds * 40);
  }
}
