package dev.atf.model.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A lambda's settings and the lists of the index that follow from them. */
final class LambdaDefinitionTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName NAME = new LambdaName("resize-image");

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    var refusal =
        catchThrowableOfType(
            InvalidFieldException.class,
            () ->
                LambdaDefinition.withDefaults(NAME, NOW)
                    .with(
                        lambda ->
                            lambda
                                .owner("o".repeat(1_001))
                                .description("d".repeat(1_001))
                                .priorities(List.of(new Priority("a"), new Priority("a")))
                                .defaultPriority(new Priority("b"))
                                .leaseTimeout(Duration.ZERO)
                                .shards(257)
                                .scheduleRate(-1)
                                .dispatchRate(Double.NaN)
                                .maxRunning(-1)
                                .payloadBytesMax(Limits.PAYLOAD_BYTES_MAX + 1)
                                .retention(Duration.ofMillis(999))
                                .maxLifetime(Duration.ofDays(3_651))));

    assertThat(refusal.violations())
        .extracting(FieldViolation::field)
        .containsExactlyInAnyOrder(
            "owner",
            "description",
            "priorities",
            "defaultPriority",
            "leaseTimeout",
            "shards",
            "scheduleRate",
            "dispatchRate",
            "maxRunning",
            "payloadBytesMax",
            "retention",
            "maxLifetime");
    assertThat(refusal).hasMessageContaining("shards: 257 (expected: 1 to 256)");
  }

  @Test
  void needsAreAtMostEightDifferentNames() {
    var lambda = LambdaDefinition.withDefaults(NAME, NOW);
    var eight = IntStream.range(0, 8).mapToObj(i -> new Capability("need-" + i)).toList();
    var nine = IntStream.range(0, 9).mapToObj(i -> new Capability("need-" + i)).toList();
    var gpu = new Capability("gpu");

    assertThat(lambda.needs()).isEmpty();
    assertThat(lambda.withNeeds(eight).needs()).isEqualTo(eight);
    assertThatThrownBy(() -> lambda.withNeeds(nine)).hasMessageStartingWith("needs: [need-0, ");
    assertThatThrownBy(() -> lambda.withNeeds(List.of(gpu, gpu)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage("needs: [gpu, gpu] (expected: at most 8 different names)");
  }

  @Test
  void aCapabilityHasOneToFortyCharacters() {
    assertThat(new Capability("mem-64g.v2")).hasToString("mem-64g.v2");
    assertThat(Capability.isName("a".repeat(40))).isTrue();
    for (var text : List.of("", "GPU", "a b", "ä", "a_b", "a,b", "a".repeat(41))) {
      assertThat(Capability.isName(text)).as(text).isFalse();
      assertThatThrownBy(() -> new Capability(text))
          .isInstanceOf(InvalidFieldException.class)
          .hasMessage("capability: %s (expected: 1-40 of a-z 0-9 . -)".formatted(text));
    }
  }

  @Test
  void aCanaryIsMadeEveryFiveSecondsToOneDayAndEndsBeforeTheNext() {
    for (var every : List.of(Canary.EVERY_MIN, Canary.EVERY_DEFAULT, Canary.EVERY_MAX)) {
      assertThat(new Canary(every, every, Payload.EMPTY).deadline()).isEqualTo(every);
      assertThatThrownBy(() -> new Canary(every, every.plusMillis(1), Payload.EMPTY))
          .isInstanceOf(InvalidFieldException.class)
          .hasMessageStartingWith("canary.deadline: ");
    }
    for (var every : List.of(Duration.ofMillis(4_999), Duration.ofDays(1).plusMillis(1))) {
      assertThatThrownBy(() -> new Canary(every, Canary.DEADLINE_MIN, Payload.EMPTY))
          .isInstanceOf(InvalidFieldException.class)
          .hasMessageStartingWith("canary.every: ")
          .hasMessageEndingWith("(expected: 5s to 1 day)");
    }
    var large = new Payload(new byte[Canary.PAYLOAD_BYTES_MAX + 1], "");
    assertThatThrownBy(() -> new Canary(Canary.EVERY_MIN, Canary.EVERY_MIN, large))
        .hasMessageContaining("(expected: a payload of at most 4096 bytes)");
  }

  @Test
  void theDefaultsAreThoseOfTheApi() {
    var lambda = LambdaDefinition.withDefaults(NAME, NOW);

    assertThat(lambda.priorities())
        .extracting(Priority::value)
        .containsExactly("high", "normal", "low");
    assertThat(lambda.defaultPriority()).isEqualTo(new Priority("normal"));
    assertThat(lambda.lease(LeaseTimes.DEFAULT)).isEqualTo(LeaseTimes.DEFAULT.lease());
    assertThat(lambda.payloadBytesMax()).isEqualTo(256 * 1024);
  }

  @Test
  void everyPriorityHasAListOfWhatIsDueOneOfWhatToCheckAndOneForEachGatedCollection() {
    var gated = List.of(new CollectionName("marketing"));

    var keys =
        LambdaDefinition.withDefaults(NAME, NOW).livePartitions(gated).stream()
            .map(TriggerPartition::key)
            .toList();

    assertThat(keys)
        .containsExactly(
            "resize-image/high/0",
            "resize-image/high/0/check",
            "resize-image/high/0/held/marketing",
            "resize-image/normal/0",
            "resize-image/normal/0/check",
            "resize-image/normal/0/held/marketing",
            "resize-image/low/0",
            "resize-image/low/0/check",
            "resize-image/low/0/held/marketing");
  }

  @Test
  void finishedTasksHaveAListOfEachShard() {
    var lambda = LambdaDefinition.withDefaults(NAME, NOW).withShards(3);

    assertThat(lambda.finishedPartitions(Alarm.DEAD))
        .extracting(TriggerPartition::key)
        .containsExactly("resize-image/dead", "resize-image/d1", "resize-image/d2");
    assertThat(lambda.finishedPartitions(Alarm.DONE).get(2).key()).isEqualTo("resize-image/f2");
  }

  @Test
  void partitionsNeverCollide() {
    var one = new LambdaName("a-b");
    var other = new LambdaName("a");
    var keys =
        Set.of(
            TriggerPartition.live(one, new Priority("c"), 0, Alarm.DUE),
            TriggerPartition.live(other, new Priority("b-c"), 0, Alarm.DUE),
            TriggerPartition.live(other, new Priority("dead"), 0, Alarm.DUE),
            TriggerPartition.live(other, new Priority("dead"), 0, Alarm.CHECK),
            TriggerPartition.live(other, new Priority("done"), 0, Alarm.DUE),
            TriggerPartition.live(other, new Priority("check"), 1, Alarm.DUE),
            TriggerPartition.live(other, new Priority("check"), 11, Alarm.DUE),
            TriggerPartition.finished(other, 0, Alarm.DEAD),
            TriggerPartition.finished(other, 1, Alarm.DEAD),
            TriggerPartition.finished(other, 11, Alarm.DEAD),
            TriggerPartition.finished(other, 0, Alarm.DONE),
            TriggerPartition.finished(other, 1, Alarm.DONE));

    assertThat(keys.stream().map(TriggerPartition::key).collect(Collectors.toSet()))
        .hasSameSizeAs(keys);
  }
}
