package dev.atf.plans.row;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Ordered list of the index of plans: {@code lambda/kind/shard} for plans with an alarm, in the
 * order of their alarms; {@code lambda/kind/rest} for other listed plans, in the order of their
 * creation.
 *
 * @param shard shard of the list; −1 for plans without an alarm
 */
public record PlanList(LambdaName lambda, PlanKind kind, int shard) {
  private static final int REST = -1;

  public static PlanList live(LambdaName lambda, PlanKind kind, int shard) {
    return new PlanList(lambda, kind, shard);
  }

  /** Returns the lists of all shards of a lambda. */
  public static List<PlanList> live(LambdaDefinition lambda, PlanKind kind) {
    return IntStream.range(0, lambda.shards())
        .mapToObj(shard -> live(lambda.name(), kind, shard))
        .toList();
  }

  public static PlanList resting(LambdaName lambda, PlanKind kind) {
    return new PlanList(lambda, kind, REST);
  }

  /** Returns all lists of a lambda, that of the plans without an alarm last. */
  public static List<PlanList> all(LambdaDefinition lambda, PlanKind kind) {
    return Stream.concat(live(lambda, kind).stream(), Stream.of(resting(lambda.name(), kind)))
        .toList();
  }

  /** Returns the list of a plan; empty if it is in no list. */
  public static Optional<PlanList> of(Plan plan) {
    if (plan.alarmAt() != null) {
      return Optional.of(live(plan.lambda(), plan.kind(), plan.shard()));
    }
    return plan.listed() ? Optional.of(resting(plan.lambda(), plan.kind())) : Optional.empty();
  }

  /** Returns the position of a listed plan in its list. */
  public static Instant at(Plan plan) {
    return Objects.requireNonNullElse(plan.alarmAt(), plan.createdAt());
  }

  /** Returns the hash key of the index. */
  public String key() {
    return lambda + "/" + kind.tag() + "/" + (shard == REST ? "rest" : shard);
  }

  /**
   * Returns a hash that is the same in every process, because it determines how polls are spread.
   * The hash of an enum value would depend on its identity.
   */
  @Override
  public int hashCode() {
    return Objects.hash(lambda, kind.tag(), shard);
  }

  @Override
  public String toString() {
    return key();
  }
}
