package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client or a handler may schedule: names, labels, content types and sizes. */
final class ScheduleRulesTest {
  private static final LambdaDefinition LAMBDA =
      LambdaDefinition.withDefaults(new LambdaName("resize"), Instant.EPOCH);
  private static final String KEY = "1-128 characters without control characters";
  private static final String SURROGATE =
      "half a surrogate pair at character 2 (expected: well-formed Unicode text)";
  private static final String COLLECTION =
      "1-64 of A-Z a-z 0-9 . _ -, starting with a letter or digit";

  private final Violations violations = new Violations();

  private List<String> found() {
    return violations.all().stream().map(FieldViolation::toString).toList();
  }

  private static Stream<String> goodKeys() {
    return Stream.of("k", " ", "a/b#c", "é", "\u202e", "k".repeat(128), "\ud83d\udca9".repeat(128));
  }

  @ParameterizedTest
  @MethodSource("goodKeys")
  void acceptsKeysOfUpTo128Characters(String key) {
    var shared = LAMBDA.withFairness(Fairness.EQUAL);

    assertThat(ScheduleRules.orderingKey(key, violations)).contains(new OrderingKey(key));
    assertThat(ScheduleRules.fairnessKey(key, shared, violations)).isEqualTo(new FairnessKey(key));
    assertThat(found()).isEmpty();
  }

  private static Stream<Arguments> badKeys() {
    return Stream.of(
        arguments("k".repeat(129), "k".repeat(80) + "… (expected: " + KEY + ")"),
        arguments(
            "\ud83d\udca9".repeat(129), "\ud83d\udca9".repeat(80) + "… (expected: " + KEY + ")"),
        arguments("a\0", "a\\u0000 (expected: " + KEY + ")"),
        arguments("a\nb", "a\\u000ab (expected: " + KEY + ")"),
        arguments("a\u007f", "a\\u007f (expected: " + KEY + ")"),
        arguments("a\u0085", "a\\u0085 (expected: " + KEY + ")"),
        arguments("a\ud83d", SURROGATE),
        arguments("a\ude00\n", SURROGATE));
  }

  @ParameterizedTest
  @MethodSource("badKeys")
  void rejectsKeysThatAreTooLongOrNotText(String key, String refusal) {
    assertThat(ScheduleRules.orderingKey(key, violations)).isEmpty();
    assertThat(ScheduleRules.fairnessKey(key, LAMBDA.withFairness(Fairness.EQUAL), violations))
        .isNull();

    assertThat(found()).containsExactly("orderingKey: " + refusal, "fairnessKey: " + refusal);
  }

  @Test
  void noKeyIsNone() {
    assertThat(ScheduleRules.orderingKey("", violations)).isEmpty();
    assertThat(ScheduleRules.fairnessKey("", LAMBDA, violations)).isNull();
    assertThat(found()).isEmpty();
  }

  @Test
  void rejectsAFairnessKeyOfALambdaWithoutFairness() {
    assertThat(ScheduleRules.fairnessKey("acme", LAMBDA, violations)).isNull();

    assertThat(found())
        .containsExactly(
            "fairnessKey: acme (expected: none: lambda resize has no setting `fairness`)");
  }

  @ParameterizedTest
  @CsvSource({"'', normal", "high, high", "low, low"})
  void takesAPriorityOfTheLambdaOrItsDefault(String asked, String expected) {
    assertThat(ScheduleRules.priority(asked, LAMBDA, violations)).isEqualTo(new Priority(expected));
    assertThat(found()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"urgent", "HIGH", "high ", " ", "../x", "hig", "highh"})
  void rejectsOtherPrioritiesAndContinuesWithTheDefault(String asked) {
    assertThat(ScheduleRules.priority(asked, LAMBDA, violations)).isEqualTo(new Priority("normal"));

    assertThat(found())
        .containsExactly("priority: " + asked + " (expected: one of high, normal, low)");
    assertThat(violations.status().getDetails(0).getValue().toStringUtf8())
        .contains("PRIORITY_UNKNOWN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b_c-9", "0"})
  void takesACollection(String asked) {
    assertThat(ScheduleRules.collection(asked, violations)).isEqualTo(new CollectionName(asked));
    assertThat(ScheduleRules.collection(asked.repeat(64).substring(0, 64), violations)).isNotNull();
    assertThat(ScheduleRules.collection("", violations)).isNull();
    assertThat(found()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "~ ~, ~ ~",
        "a/b, a/b",
        ".., ..",
        "-a, -a",
        "a#b, a#b",
        "a%2Fb, a%2Fb",
        "a b, a b",
        "~a\n~, a\\u000a",
        "~a\u202e~, a\\u202e",
        "é, é",
      })
  void rejectsOtherCollections(String asked, String shown) {
    assertThat(ScheduleRules.collection(asked, violations)).isNull();

    assertThat(found()).containsExactly("collection: " + shown + " (expected: " + COLLECTION + ")");
  }

  @Test
  void rejectsACollectionOf65Characters() {
    assertThat(ScheduleRules.collection("a".repeat(65), violations)).isNull();

    assertThat(found())
        .containsExactly("collection: " + "a".repeat(65) + " (expected: " + COLLECTION + ")");
  }

  private static Stream<Arguments> contentTypes() {
    return Stream.of(
        arguments("", true),
        arguments(" ~", true),
        arguments("application/json; charset=utf-8", true),
        arguments("a".repeat(255), true),
        arguments("a".repeat(256), false),
        arguments("a\u001f", false),
        arguments("a\u007f", false),
        arguments("a\r\nb: c", false),
        arguments("ä", false),
        arguments("a\ud83d", false),
        arguments("\u202e", false));
  }

  @ParameterizedTest
  @MethodSource("contentTypes")
  void acceptsContentTypesOfPrintableAscii(String contentType, boolean accepted) {
    assertThat(ScheduleRules.contentType(contentType, violations)).isEqualTo(accepted);

    if (accepted) {
      assertThat(found()).isEmpty();
    } else {
      assertThat(found())
          .singleElement()
          .asString()
          .startsWith("contentType: ")
          .endsWith(" (expected: at most 255 printable ASCII characters)")
          .doesNotContain("\r", "\n", "\u202e");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, true", "10, true", "11, false", "2147483647, false"})
  void acceptsPayloadsUpToTheLimitOfTheLambda(int bytes, boolean accepted) {
    ScheduleRules.payloadSize("data", bytes, LAMBDA.withPayloadBytesMax(10), violations);

    assertThat(found())
        .isEqualTo(
            accepted
                ? List.of()
                : List.of("data: " + bytes + " bytes (expected: at most 10 bytes)"));
    if (!accepted) {
      assertThat(violations.status().getDetails(0).getValue().toStringUtf8())
          .contains("PAYLOAD_TOO_LARGE");
    }
  }

  private static Map<String, String> labels(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "l" + i, i -> ""));
  }

  private static Stream<Arguments> goodLabels() {
    return Stream.of(
        arguments(Map.of()),
        arguments(labels(50)),
        arguments(Map.of("k", "")),
        arguments(Map.of(" ", "\0\r\n\u0085")),
        arguments(Map.of("\u202e\ud83d\udca9", "\ud83d\udca9")),
        arguments(Map.of("k", "v".repeat(8 * 1024 - 1))),
        arguments(Map.of("k".repeat(8 * 1024), "")),
        arguments(Map.of("é", "é".repeat(4 * 1024 - 1))));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("goodLabels")
  void acceptsFiftyLabelsAnd8KiBInAll(Map<String, String> labels) {
    ScheduleRules.labels(labels, violations);

    assertThat(found()).isEmpty();
  }

  private static Stream<Arguments> badLabels() {
    var key = " (expected: keys that are not empty, without control characters)";
    return Stream.of(
        arguments(labels(51), "labels: 51 labels (expected: at most 50)"),
        arguments(
            Map.of("k", "v".repeat(8 * 1024)),
            "labels: 8193 bytes of keys and values (expected: at most 8192)"),
        arguments(
            Map.of("é", "é".repeat(4 * 1024)),
            "labels: 8194 bytes of keys and values (expected: at most 8192)"),
        arguments(
            Map.of("a", "v".repeat(4 * 1024), "b", "v".repeat(4 * 1024)),
            "labels: 8194 bytes of keys and values (expected: at most 8192)"),
        arguments(Map.of("", "v"), "labels: " + key),
        arguments(Map.of("a\0", "v"), "labels: a\\u0000" + key),
        arguments(Map.of("a\r\nb", "v"), "labels: a\\u000d\\u000ab" + key),
        arguments(Map.of("a\u0085", "v"), "labels: a\\u0085" + key),
        arguments(Map.of("a\ud83d", "v"), "labels: " + SURROGATE),
        arguments(Map.of("k", "a\ude00"), "labels: " + SURROGATE));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("badLabels")
  @Tag("B4")
  void rejectsLabelsThatAreTooManyTooLongOrNotText(Map<String, String> labels, String violation) {
    ScheduleRules.labels(labels, violations);

    assertThat(found()).containsExactly(violation);
  }

  @Test
  void readsNoFurtherWhenEnoughIsWrong() {
    int many = 1_000_000;
    var read = new AtomicInteger();
    var labels =
        new AbstractMap<String, String>() {
          @Override
          public Set<Map.Entry<String, String>> entrySet() {
            return new AbstractSet<>() {
              @Override
              public Iterator<Map.Entry<String, String>> iterator() {
                return IntStream.range(0, many)
                    .peek(i -> read.incrementAndGet())
                    .mapToObj(i -> Map.entry("\n" + i, ""))
                    .iterator();
              }

              @Override
              public int size() {
                return many;
              }
            };
          }
        };

    ScheduleRules.labels(labels, violations);

    assertThat(violations.isFull()).isTrue();
    assertThat(read).hasValueLessThanOrEqualTo(101);
  }
}
