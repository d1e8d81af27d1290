package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Value;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.Canary;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Lambda;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lambdas between the protocol and the model: defaults, bounds, and the way there and back. */
final class LambdaCodecTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final java.time.Duration LEASE_MIN = java.time.Duration.ofSeconds(25);

  private static Lambda.Builder resize() {
    return Lambda.newBuilder().setName("resize");
  }

  private static LambdaDefinition definition(Consumer<Lambda.Builder> how) {
    var lambda = resize();
    how.accept(lambda);
    return LambdaCodec.definition(lambda.build(), LEASE_MIN, NOW);
  }

  private static List<String> refused(Consumer<Lambda.Builder> how) {
    return catchThrowableOfType(InvalidFieldException.class, () -> definition(how))
        .violations()
        .stream()
        .map(FieldViolation::toString)
        .toList();
  }

  private static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  private static Duration nanos(int nanos) {
    return Duration.newBuilder().setNanos(nanos).build();
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  @Test
  void unsetFieldsHaveTheDefaultsOfTheModel() {
    assertThat(definition(lambda -> {}))
        .isEqualTo(LambdaDefinition.withDefaults(new LambdaName("resize"), NOW));
    assertThat(
            definition(
                lambda ->
                    lambda
                        .setRetry(Lambda.Retry.getDefaultInstance())
                        .setHistory(Lambda.History.HISTORY_UNSPECIFIED)))
        .isEqualTo(LambdaDefinition.withDefaults(new LambdaName("resize"), NOW));
  }

  private static Lambda full() {
    return resize()
        .setOwner("images")
        .setDescription("é\u202e\ud83d\udca9\n")
        .addPriorities("a")
        .addPriorities("b-2")
        .setDefaultPriority("a")
        .setRetry(
            Lambda.Retry.newBuilder()
                .setMaxAttempts(1)
                .setInitialBackoff(nanos(1_000_000))
                .setMaxBackoff(seconds(7))
                .setMultiplier(1.5)
                .setBudgetRatio(0)
                .setBudgetPerSecond(0.5))
        .setLeaseTimeout(seconds(26))
        .setShards(3)
        .setScheduleRate(0.25)
        .setDispatchRate(4)
        .setMaxRunning(5)
        .setPayloadBytesMax(6)
        .setRetention(seconds(8))
        .setMaxLifetime(seconds(9))
        .setHistory(Lambda.History.ALL)
        .setLogs(Lambda.History.NONE)
        .setLogBytesMax(2_048)
        .setResultBytesMax(7)
        .setDispatch(Lambda.Dispatch.POLLED)
        .setOnFatal(Lambda.OnFatal.HOLD)
        .addNeeds("mem-64g")
        .addNeeds("gpu")
        .addIndexedLabels("tenant")
        .setCanary(
            Lambda.Canary.newBuilder()
                .setEvery(seconds(5))
                .setDeadline(seconds(4))
                .setJson(text("a"))
                .setContentType("application/json"))
        .setFairness(
            Lambda.Fairness.newBuilder()
                .putWeights("acme", 3)
                .setRatePerKey(0.5)
                .setRunningMaxPerKey(2))
        .build();
  }

  @Test
  void everyFieldSurvivesTheWayThroughTheModel() {
    var definition = LambdaCodec.definition(full(), LEASE_MIN, NOW);
    var back = LambdaCodec.lambda(definition).build();

    assertThat(back.toBuilder().clearUpdatedAt().build()).isEqualTo(full());
    assertThat(back.getUpdatedAt().getNanos()).isEqualTo(123_000_000);
    assertThat(LambdaCodec.definition(back, LEASE_MIN, NOW)).isEqualTo(definition);
  }

  /** A field that is added to the message has to be added here, and survive, too. */
  @Test
  void everyFieldThatACallerSetsIsInTheRoundTrip() {
    var setByTheServer = List.of("updated_at", "gates", "live", "closed_at");

    for (var field : Lambda.getDescriptor().getFields()) {
      boolean given =
          field.isRepeated() ? full().getRepeatedFieldCount(field) > 0 : full().hasField(field);
      assertThat(given)
          .describedAs(field.getName())
          .isNotEqualTo(setByTheServer.contains(field.getName()));
    }
  }

  @Test
  void defaultsSurviveTheWayThroughTheProtocol() {
    var definition = LambdaDefinition.withDefaults(new LambdaName("resize"), NOW);
    var lambda = LambdaCodec.lambda(definition).build();

    assertThat(LambdaCodec.definition(lambda, LEASE_MIN, NOW)).isEqualTo(definition);
    assertThat(lambda.hasLeaseTimeout()).isFalse();
    assertThat(lambda.hasCanary()).isFalse();
    assertThat(lambda.hasFairness()).isFalse();
    assertThat(lambda.hasClosedAt()).isFalse();
    assertThat(LambdaCodec.lambda(definition.withClosedAt(NOW)).getClosedAt())
        .isEqualTo(lambda.getUpdatedAt());
  }

  @ParameterizedTest
  @CsvSource({"a, a", "'a,b', b", "'a,b,c', b", "'a,b,c,d', c"})
  void theDefaultPriorityIsTheMiddleOne(String names, String expected) {
    assertThat(
            definition(lambda -> lambda.addAllPriorities(List.of(names.split(","))))
                .defaultPriority()
                .value())
        .isEqualTo(expected);
  }

  private static Arguments accepted(String name, Consumer<Lambda.Builder> how) {
    return arguments(name, how);
  }

  private static Stream<Arguments> atTheBounds() {
    return Stream.of(
        accepted("name of 64", l -> l.setName("a".repeat(64))),
        accepted(
            "owner and description of 1000", l -> l.setOwner(x(1_000)).setDescription(x(1_000))),
        accepted("8 priorities", l -> l.addAllPriorities(names(8))),
        accepted("priority of 16", l -> l.addPriorities("p".repeat(16))),
        accepted("attempts 1", l -> l.getRetryBuilder().setMaxAttempts(1)),
        accepted("attempts 1000", l -> l.getRetryBuilder().setMaxAttempts(1_000)),
        accepted("backoff of 1 ms", l -> l.getRetryBuilder().setInitialBackoff(nanos(1_000_000))),
        accepted("backoffs that are equal", l -> l.getRetryBuilder().setMaxBackoff(seconds(1))),
        accepted("multiplier 1", l -> l.getRetryBuilder().setMultiplier(1)),
        accepted("multiplier 100", l -> l.getRetryBuilder().setMultiplier(100)),
        accepted("budget -0", l -> l.getRetryBuilder().setBudgetRatio(-0.0)),
        accepted("budget 10", l -> l.getRetryBuilder().setBudgetRatio(10)),
        accepted("least budget", l -> l.getRetryBuilder().setBudgetPerSecond(Double.MIN_VALUE)),
        accepted("most budget", l -> l.getRetryBuilder().setBudgetPerSecond(100_000)),
        accepted("lease of the cluster", l -> l.setLeaseTimeout(seconds(25))),
        accepted("lease of 12 h", l -> l.setLeaseTimeout(seconds(43_200))),
        accepted("shards 1", l -> l.setShards(1)),
        accepted("shards 256", l -> l.setShards(256)),
        accepted("rates 0", l -> l.setScheduleRate(-0.0).setDispatchRate(0)),
        accepted("rates of a million", l -> l.setScheduleRate(1e6).setDispatchRate(1e6)),
        accepted("running 1000", l -> l.setMaxRunning(1_000)),
        accepted("payload 1", l -> l.setPayloadBytesMax(1)),
        accepted("payload 350 KiB", l -> l.setPayloadBytesMax(358_400)),
        accepted("periods of 1 s", l -> l.setRetention(seconds(1)).setMaxLifetime(seconds(1))),
        accepted(
            "periods of 10 years",
            l -> l.setRetention(seconds(315_360_000)).setMaxLifetime(seconds(315_360_000))),
        accepted("result 1", l -> l.setResultBytesMax(1)),
        accepted("result of 350 KiB", l -> l.setResultBytesMax(358_400)),
        accepted("logs of 1 KiB", l -> l.setLogBytesMax(1_024)),
        accepted("logs of 1 MiB", l -> l.setLogBytesMax(1_048_576)),
        accepted("8 needs of 40", l -> l.addAllNeeds(needs(8))),
        accepted("4 indexed labels", l -> l.addAllIndexedLabels(names(4))),
        accepted("indexed label of 1000", l -> l.addIndexedLabels(x(1_000))),
        accepted("100 weights", l -> weights(l, 100, 1)),
        accepted("weight 1000", l -> weights(l, 1, 1_000)),
        accepted("weight of a key of 128", l -> l.getFairnessBuilder().putWeights(x(128), 1)),
        accepted("rate of a key 1e6", l -> l.getFairnessBuilder().setRatePerKey(1e6)),
        accepted("running of a key 1000", l -> l.getFairnessBuilder().setRunningMaxPerKey(1_000)),
        accepted("canary with defaults", l -> l.getCanaryBuilder()),
        accepted("canary of 5 s", l -> l.getCanaryBuilder().setEvery(seconds(5))),
        accepted("canary of a day", l -> l.getCanaryBuilder().setEvery(seconds(86_400))),
        accepted("canary's deadline 1 s", l -> l.getCanaryBuilder().setDeadline(seconds(1))),
        accepted(
            "canary's deadline is its lifetime",
            l -> l.setMaxLifetime(seconds(30)).getCanaryBuilder().setDeadline(seconds(30))),
        accepted("canary of 4 KiB", l -> l.getCanaryBuilder().setData(zeros(4_096))),
        accepted(
            "canary of the largest payload",
            l -> l.setPayloadBytesMax(3).getCanaryBuilder().setData(zeros(3))),
        accepted(
            "canary of JSON with a parameter",
            l ->
                l.getCanaryBuilder()
                    .setJson(text(""))
                    .setContentType("application/json;charset=utf-8")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("atTheBounds")
  void acceptsValuesAtTheirBounds(String name, Consumer<Lambda.Builder> how) {
    var definition = definition(how);

    assertThat(LambdaCodec.definition(LambdaCodec.lambda(definition).build(), LEASE_MIN, NOW))
        .isEqualTo(definition);
  }

  private static Arguments wrong(String name, Consumer<Lambda.Builder> how, String... violations) {
    return arguments(name, how, List.of(violations));
  }

  private static final String PRIORITY = "1-16 of a-z 0-9 -, starting with a letter";
  private static final String NAME = "1-64 of a-z 0-9 -, starting with a letter";
  private static final String NEED = "1-40 of a-z 0-9 . -";
  private static final String SURROGATE =
      "half a surrogate pair at character 2 (expected: well-formed Unicode text)";

  private static Stream<Arguments> outsideTheBounds() {
    return Stream.of(
        wrong("no name", l -> l.clearName(), "name:  (expected: " + NAME + ")"),
        wrong("name UPPER", l -> l.setName("UPPER"), "name: UPPER (expected: " + NAME + ")"),
        wrong("name ..", l -> l.setName(".."), "name: .. (expected: " + NAME + ")"),
        wrong(
            "name of 65",
            l -> l.setName("a".repeat(65)),
            "name: " + "a".repeat(65) + " (expected: " + NAME + ")"),
        wrong(
            "owner of 1001",
            l -> l.setOwner(x(1_001)),
            "owner: " + x(80) + "… (expected: at most 1000 characters)"),
        wrong(
            "description of 1001",
            l -> l.setDescription(x(1_001)),
            "description: " + x(80) + "… (expected: at most 1000 characters)"),
        wrong("owner of half a pair", l -> l.setOwner("a\ud83d"), "owner: " + SURROGATE),
        wrong(
            "description of half a pair",
            l -> l.setDescription("a\ude00"),
            "description: " + SURROGATE),
        wrong(
            "nasty priorities",
            l ->
                l.addPriorities("a/b")
                    .addPriorities("ok")
                    .addPriorities("\u202e")
                    .addPriorities(""),
            "priorities[0]: a/b (expected: " + PRIORITY + ")",
            "priorities[2]: \\u202e (expected: " + PRIORITY + ")",
            "priorities[3]:  (expected: " + PRIORITY + ")"),
        wrong(
            "priority of 17",
            l -> l.addPriorities("p".repeat(17)),
            "priorities[0]: " + "p".repeat(17) + " (expected: " + PRIORITY + ")"),
        wrong(
            "doubled priority",
            l -> l.addPriorities("a").addPriorities("a"),
            "priorities: [a, a] (expected: 1-8 different names, highest first)"),
        wrong(
            "9 priorities",
            l -> l.addAllPriorities(names(9)),
            "priorities: 9 names (expected: 1-8 different names, highest first)"),
        wrong(
            "9 nasty priorities",
            l -> l.addAllPriorities(Collections.nCopies(9, "\n")),
            "priorities: 9 names (expected: 1-8 different names, highest first)"),
        wrong(
            "default ..",
            l -> l.setDefaultPriority(".."),
            "defaultPriority: .. (expected: " + PRIORITY + ")"),
        wrong(
            "default unknown",
            l -> l.setDefaultPriority("urgent"),
            "defaultPriority: urgent (expected: one of [high, normal, low])"),
        wrong(
            "attempts 0",
            l -> l.getRetryBuilder().setMaxAttempts(0),
            "retry.maxAttempts: 0 (expected: 1 to 1000)"),
        wrong(
            "attempts 1001",
            l -> l.getRetryBuilder().setMaxAttempts(1_001),
            "retry.maxAttempts: 1001 (expected: 1 to 1000)"),
        wrong(
            "attempts, least",
            l -> l.getRetryBuilder().setMaxAttempts(Integer.MIN_VALUE),
            "retry.maxAttempts: -2147483648 (expected: 1 to 1000)"),
        wrong(
            "backoff 0",
            l -> l.getRetryBuilder().setInitialBackoff(seconds(0)),
            "retry.initialBackoff: PT0S (expected: more than 0)"),
        wrong(
            "backoff of microseconds",
            l -> l.getRetryBuilder().setInitialBackoff(nanos(1_000)),
            "retry.initialBackoff: PT0.000001S (expected: whole milliseconds)"),
        wrong(
            "backoff over the most",
            l -> l.getRetryBuilder().setInitialBackoff(seconds(9)).setMaxBackoff(seconds(8)),
            "retry.maxBackoff: PT8S (expected: at least initialBackoff, PT9S)"),
        wrong(
            "backoff of two signs",
            l -> l.getRetryBuilder().setMaxBackoff(seconds(1).toBuilder().setNanos(-1)),
            "retry.maxBackoff: 1 s -1 ns"
                + " (expected: a duration of at most 10000 years, nanos of the same sign)"),
        wrong(
            "multiplier under 1",
            l -> l.getRetryBuilder().setMultiplier(Math.nextDown(1.0)),
            "retry.multiplier: 0.9999999999999999 (expected: 1 to 100)"),
        wrong(
            "multiplier over 100",
            l -> l.getRetryBuilder().setMultiplier(Math.nextUp(100.0)),
            "retry.multiplier: 100.00000000000001 (expected: 1 to 100)"),
        wrong(
            "multiplier NaN",
            l -> l.getRetryBuilder().setMultiplier(Double.NaN),
            "retry.multiplier: NaN (expected: 1 to 100)"),
        wrong(
            "multiplier infinite",
            l -> l.getRetryBuilder().setMultiplier(Double.POSITIVE_INFINITY),
            "retry.multiplier: Infinity (expected: 1 to 100)"),
        wrong(
            "budget over, and negative",
            l -> l.getRetryBuilder().setBudgetRatio(10.1).setBudgetPerSecond(-1),
            "retry.budgetRatio: 10.1 (expected: 0 to 10)",
            "retry.budgetPerSecond: -1.0 (expected: more than 0, at most 100000)"),
        wrong(
            "budget NaN and 0",
            l -> l.getRetryBuilder().setBudgetRatio(Double.NaN).setBudgetPerSecond(0),
            "retry.budgetRatio: NaN (expected: 0 to 10)",
            "retry.budgetPerSecond: 0.0 (expected: more than 0, at most 100000)"),
        wrong(
            "lease 1 ms under the cluster's",
            l -> l.setLeaseTimeout(seconds(24).toBuilder().setNanos(999_000_000)),
            "leaseTimeout: PT24.999S (expected: none, or at least the cluster's lease, PT25S)"),
        wrong(
            "lease 0",
            l -> l.setLeaseTimeout(Duration.getDefaultInstance()),
            "leaseTimeout: PT0S (expected: none, or at least the cluster's lease, PT25S)"),
        wrong(
            "lease negative",
            l -> l.setLeaseTimeout(seconds(-30)),
            "leaseTimeout: PT-30S (expected: none, or at least the cluster's lease, PT25S)"),
        wrong(
            "lease over 12 h",
            l -> l.setLeaseTimeout(seconds(43_201)),
            "leaseTimeout: PT12H1S (expected: more than 0, at most 12 hours)"),
        wrong("shards 0", l -> l.setShards(0), "shards: 0 (expected: 1 to 256)"),
        wrong("shards -1", l -> l.setShards(-1), "shards: -1 (expected: 1 to 256)"),
        wrong("shards 257", l -> l.setShards(257), "shards: 257 (expected: 1 to 256)"),
        wrong(
            "rate NaN",
            l -> l.setScheduleRate(Double.NaN),
            "scheduleRate: NaN (expected: 0 to 1000000)"),
        wrong(
            "rates over a million",
            l -> l.setScheduleRate(1_000_001).setDispatchRate(Double.POSITIVE_INFINITY),
            "scheduleRate: 1000001 (expected: 0 to 1000000)",
            "dispatchRate: Infinity (expected: 0 to 1000000)"),
        wrong(
            "rates negative",
            l -> l.setScheduleRate(-0.5).setDispatchRate(-1),
            "scheduleRate: -0.5 (expected: 0 to 1000000)",
            "dispatchRate: -1 (expected: 0 to 1000000)"),
        wrong("running -1", l -> l.setMaxRunning(-1), "maxRunning: -1 (expected: 0 to 1000)"),
        wrong(
            "running 1001", l -> l.setMaxRunning(1_001), "maxRunning: 1001 (expected: 0 to 1000)"),
        wrong(
            "payload 0",
            l -> l.setPayloadBytesMax(0),
            "payloadBytesMax: 0 (expected: 1 to 358400)"),
        wrong(
            "payload over 350 KiB",
            l -> l.setPayloadBytesMax(358_401),
            "payloadBytesMax: 358401 (expected: 1 to 358400)"),
        wrong("result 0", l -> l.setResultBytesMax(0), "resultBytesMax: 0 (expected: 1 to 358400)"),
        wrong(
            "result over 350 KiB",
            l -> l.setResultBytesMax(358_401),
            "resultBytesMax: 358401 (expected: 1 to 358400)"),
        wrong(
            "periods under 1 s",
            l -> l.setRetention(nanos(999_000_000)).setMaxLifetime(seconds(0)),
            "retention: PT0.999S (expected: 1 second to 10 years)",
            "maxLifetime: PT0S (expected: 1 second to 10 years)"),
        wrong(
            "periods over 10 years",
            l -> l.setRetention(seconds(315_360_001)).setMaxLifetime(seconds(-1)),
            "retention: PT87600H1S (expected: 1 second to 10 years)",
            "maxLifetime: PT-1S (expected: 1 second to 10 years)"),
        wrong(
            "period of microseconds",
            l -> l.setRetention(seconds(1).toBuilder().setNanos(1_000)),
            "retention: PT1.000001S (expected: whole milliseconds)"),
        wrong(
            "logs", l -> l.setLogBytesMax(1_023), "logBytesMax: 1023 (expected: 1024 to 1048576)"),
        wrong(
            "logs over 1 MiB",
            l -> l.setLogBytesMax(1_048_577),
            "logBytesMax: 1048577 (expected: 1024 to 1048576)"),
        wrong(
            "unknown names of enums",
            l -> l.setHistoryValue(77).setLogsValue(-1).setDispatchValue(78).setOnFatalValue(79),
            "history: 77 (expected: NONE, FAILURES or ALL)",
            "logs: -1 (expected: NONE, FAILURES or ALL)",
            "dispatch: 78 (expected: EXPRESS or POLLED)",
            "onFatal: 79 (expected: CONTINUE or HOLD)"),
        wrong(
            "doubled need",
            l -> l.addNeeds("gpu").addNeeds("gpu"),
            "needs: [gpu, gpu] (expected: at most 8 different names)"),
        wrong(
            "9 needs",
            l -> l.addAllNeeds(names(9)),
            "needs: " + names(9) + " (expected: at most 8 different names)"),
        wrong(
            "nasty needs",
            l -> l.addNeeds("gpu").addNeeds("G PU").addNeeds("").addNeeds("a".repeat(41)),
            "needs[1]: G PU (expected: " + NEED + ")",
            "needs[2]:  (expected: " + NEED + ")",
            "needs[3]: " + "a".repeat(41) + " (expected: " + NEED + ")"),
        wrong(
            "5 indexed labels",
            l -> l.addAllIndexedLabels(names(5)),
            "indexedLabels: " + names(5) + " (expected: at most 4 different keys of labels)"),
        wrong(
            "doubled indexed label",
            l -> l.addIndexedLabels("a").addIndexedLabels("a"),
            "indexedLabels: [a, a] (expected: at most 4 different keys of labels)"),
        wrong(
            "empty indexed label",
            l -> l.addIndexedLabels(""),
            "indexedLabels: [] (expected: at most 4 different keys of labels)"),
        wrong(
            "indexed label of half a pair",
            l -> l.addIndexedLabels("ok").addIndexedLabels("a\ud83d"),
            "indexedLabels[1]: " + SURROGATE),
        wrong(
            "indexed label of 1001",
            l -> l.addIndexedLabels(x(1_001)),
            "indexedLabels: " + x(80) + "… (expected: at most 1000 characters)"),
        wrong(
            "101 weights",
            l -> weights(l, 101, 1),
            "fairness.weights: 101 keys (expected: at most 100)"),
        wrong(
            "weights 0 and 1001",
            l -> l.getFairnessBuilder().putWeights("a", 0).putWeights("b", 1_001),
            "fairness.weights[a]: 0 (expected: 1 to 1000)",
            "fairness.weights[b]: 1001 (expected: 1 to 1000)"),
        wrong(
            "weight 0 of a nasty key",
            l -> l.getFairnessBuilder().putWeights("\u202e", 0),
            "fairness.weights[\\u202e]: 0 (expected: 1 to 1000)"),
        wrong(
            "weight of half a pair",
            l -> l.getFairnessBuilder().putWeights("a\ud83d", 1),
            "fairness.weights: " + SURROGATE),
        wrong(
            "limits of a key",
            l -> l.getFairnessBuilder().setRatePerKey(Double.NaN).setRunningMaxPerKey(1_001),
            "fairness.ratePerKey: NaN (expected: 0 to 1000000)",
            "fairness.runningMaxPerKey: 1001 (expected: 0 to 1000)"),
        wrong(
            "limits of a key, negative",
            l -> l.getFairnessBuilder().setRatePerKey(-1).setRunningMaxPerKey(-1),
            "fairness.ratePerKey: -1.0 (expected: 0 to 1000000)",
            "fairness.runningMaxPerKey: -1 (expected: 0 to 1000)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outsideTheBounds")
  @Tag("B17")
  void rejectsValuesOutsideTheirBounds(
      String name, Consumer<Lambda.Builder> how, List<String> violations) {
    assertThat(refused(how)).isEqualTo(violations);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\0", "a\n"})
  void rejectsWeightsOfKeysThatATaskCannotHave(String key) {
    assertThat(refused(lambda -> lambda.getFairnessBuilder().putWeights(key, 1)))
        .singleElement()
        .asString()
        .endsWith("(expected: 1-128 characters without control characters)");
  }

  private static Stream<Arguments> wrongCanaries() {
    return Stream.of(
        wrong(
            "every 4.999 s",
            l -> l.getCanaryBuilder().setEvery(seconds(4).toBuilder().setNanos(999_999_999)),
            "canary.every: 4999ms (expected: 5s to 1 day)"),
        wrong(
            "every day and 1 s",
            l -> l.getCanaryBuilder().setEvery(seconds(86_401)),
            "canary.every: 86401s (expected: 5s to 1 day)"),
        wrong(
            "every of two signs",
            l -> l.getCanaryBuilder().setEvery(seconds(9).toBuilder().setNanos(-1)),
            "canary.every: 9 s -1 ns"
                + " (expected: a duration of at most 10000 years, nanos of the same sign)"),
        wrong(
            "deadline after the next",
            l -> l.getCanaryBuilder().setEvery(seconds(10)).setDeadline(seconds(11)),
            "canary.deadline: 11s (expected: 1s to canary.every, 10s)"),
        wrong(
            "deadline 0.999 s",
            l -> l.getCanaryBuilder().setDeadline(nanos(999_000_000)),
            "canary.deadline: 999ms (expected: 1s to canary.every, 30s)"),
        wrong(
            "deadline of many nanos",
            l -> l.getCanaryBuilder().setDeadline(nanos(1_000_000_000)),
            "canary.deadline: 0 s 1000000000 ns"
                + " (expected: a duration of at most 10000 years, nanos of the same sign)"),
        wrong(
            "deadline after the lifetime",
            l -> l.setMaxLifetime(seconds(10)).getCanaryBuilder().setDeadline(seconds(11)),
            "canary.deadline: PT11S (expected: at most maxLifetime, PT10S)"),
        wrong(
            "payload over the lambda's",
            l -> l.setPayloadBytesMax(2).getCanaryBuilder().setJson(text("a")),
            "canary: 3 bytes (expected: at most payloadBytesMax, 2)"),
        wrong(
            "payload over 4 KiB",
            l -> l.getCanaryBuilder().setData(zeros(4_097)),
            "canary: Payload[4097 bytes of application/octet-stream]"
                + " (expected: a payload of at most 4096 bytes)"),
        wrong(
            "content type ä",
            l -> l.getCanaryBuilder().setContentType("ä"),
            "canary.contentType: ä (expected: at most 255 printable ASCII characters)"),
        wrong(
            "text beside json",
            l -> l.getCanaryBuilder().setJson(text("")).setContentType("text/csv"),
            "canary.contentType: text/csv"
                + " (expected: application/json, or none, together with json)"),
        wrong(
            "json of no kind",
            l -> l.getCanaryBuilder().setJson(Value.getDefaultInstance()),
            "canary.json: a Value without a kind (expected: null for no value)"),
        wrong(
            "json that is infinite",
            l ->
                l.getCanaryBuilder()
                    .setJson(Value.newBuilder().setNumberValue(Double.NEGATIVE_INFINITY)),
            "canary.json: -Infinity (expected: a finite number)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongCanaries")
  void rejectsCanariesOutsideTheirBounds(
      String name, Consumer<Lambda.Builder> how, List<String> violations) {
    assertThat(refused(how)).isEqualTo(violations);
  }

  @Test
  void aCanaryWithoutTimesHasTheDefaultAndItsDeadlineIsTheNext() {
    var canary = definition(lambda -> lambda.getCanaryBuilder()).canary();
    var every = definition(lambda -> lambda.getCanaryBuilder().setEvery(seconds(9))).canary();

    assertThat(canary)
        .isEqualTo(new Canary(Canary.EVERY_DEFAULT, Canary.EVERY_DEFAULT, Payload.EMPTY));
    assertThat(every.deadline()).isEqualTo(java.time.Duration.ofSeconds(9));
  }

  @ParameterizedTest
  @CsvSource({
    "1, '', application/json",
    "1, application/json;a=b, application/json;a=b",
    ", '', application/octet-stream",
    ", text/csv, text/csv",
    ", application/json, application/json",
  })
  void aCanaryHasTheContentTypeOfItsPayload(String json, String given, String expected) {
    var canary =
        definition(
                lambda -> {
                  lambda.getCanaryBuilder().setContentType(given);
                  if (json == null) {
                    lambda.getCanaryBuilder().setData(ByteString.copyFromUtf8("{"));
                  } else {
                    lambda.getCanaryBuilder().setJson(Value.newBuilder().setNumberValue(1));
                  }
                })
            .canary();

    assertThat(canary.payload())
        .isEqualTo(
            new Payload((json == null ? "{" : json).getBytes(StandardCharsets.UTF_8), expected));
  }

  @Test
  void reportsAllThatIsWrongAtOnce() {
    assertThat(
            refused(
                lambda -> {
                  lambda.setName("").setOwner("\ud83d").addPriorities("A").setDefaultPriority("#");
                  lambda.setShards(-1).setHistoryValue(9).addNeeds("G").addIndexedLabels("\ud83d");
                  lambda.setLeaseTimeout(seconds(1)).setScheduleRate(-1).setMaxRunning(-2);
                  lambda.getRetryBuilder().setMaxAttempts(-1).setMultiplier(0.5);
                  lambda.getRetryBuilder().setBudgetRatio(-1);
                  lambda.getCanaryBuilder().setContentType("ä");
                  lambda.getFairnessBuilder().putWeights("a\n", 1).setRunningMaxPerKey(-1);
                }))
        .extracting(violation -> violation.substring(0, violation.indexOf(':')))
        .containsExactlyInAnyOrder(
            "name",
            "owner",
            "priorities[0]",
            "defaultPriority",
            "retry.budgetRatio",
            "retry.maxAttempts",
            "retry.multiplier",
            "leaseTimeout",
            "history",
            "needs[0]",
            "indexedLabels[0]",
            "canary.contentType",
            "fairnessKey",
            "fairness.runningMaxPerKey",
            "shards",
            "scheduleRate",
            "maxRunning");
  }

  @Test
  void refusalNamesFieldValueAndWhatIsExpected() {
    assertThatThrownBy(() -> definition(lambda -> lambda.setShards(0).setMaxRunning(-1)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage("shards: 0 (expected: 1 to 256); maxRunning: -1 (expected: 0 to 1000)");
  }

  private static String x(int count) {
    return "x".repeat(count);
  }

  private static ByteString zeros(int count) {
    return ByteString.copyFrom(new byte[count]);
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
  }

  private static List<String> needs(int count) {
    return IntStream.range(0, count).mapToObj(i -> i + "a".repeat(39)).toList();
  }

  private static void weights(Lambda.Builder lambda, int count, int weight) {
    lambda.getFairnessBuilder().putAllWeights(Collections.emptyMap());
    names(count).forEach(key -> lambda.getFairnessBuilder().putWeights(key, weight));
  }
}
