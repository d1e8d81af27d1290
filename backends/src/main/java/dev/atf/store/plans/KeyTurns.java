package dev.atf.store.plans;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.order.Member;
import dev.atf.plans.order.Place;
import dev.atf.plans.order.Placing;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTurns;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Assigns tasks of an ordering key their turn or a place in the order (ADR 0033). A free turn is
 * taken in one write; otherwise, two writes make the task wait. After a lost answer, a repetition
 * leaves at most one superfluous part of the same task, which is skipped.
 */
public final class KeyTurns implements TaskTurns {
  /**
   * Maximum number of tries. Among simultaneous calls for one key, one succeeds in each round.
   * Except in an attack, there are fewer simultaneous calls for one key.
   */
  static final int TRIES_MAX = 64;

  private final Plans plans;
  private final TaskAssociations associations;
  private final InstantSource clock;

  @Inject
  public KeyTurns(Plans plans, TaskAssociations associations, InstantSource clock) {
    this.plans = plans;
    this.associations = associations;
    this.clock = clock;
  }

  @Override
  public Taken take(TaskHeader header, LambdaDefinition lambda, BooleanSupplier over) {
    var place = Optional.<Place>empty();
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      if (over.getAsBoolean()) {
        return Taken.OVER;
      }
      var placing = placing(header, lambda, place);
      if (placing instanceof Placing.Has) {
        return Taken.TAKEN;
      }
      if (placing instanceof Placing.Take take) {
        if (put(OrderCodec.write(take.row()))) {
          return Taken.TAKEN;
        }
      } else if (placing instanceof Placing.Wait wait) {
        putPart(wait.row().plan(), wait.member());
        place = Optional.of(wait.member().place());
        if (put(OrderCodec.write(wait.row()))) {
          return Taken.WAITS;
        }
      }
    }
    return Taken.CROWDED;
  }

  private Placing placing(TaskHeader header, LambdaDefinition lambda, Optional<Place> place) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var found = plans.find(PlanId.of(lambda.name(), key(header)));
    var row = OrderCodec.read(found.orElseGet(() -> fresh(header, lambda, now)));
    var state = row.state();
    var holder = state.holder().flatMap(member -> associations.find(member.taskId()));
    var turn = Turn.of(state, holder, lambda.onFatal(), now);
    return Placing.of(row, found.isPresent(), turn, header, place, forgottenAt(header), now);
  }

  private static Plan fresh(TaskHeader header, LambdaDefinition lambda, Instant now) {
    var key = key(header);
    return Plan.fresh(
        PlanId.of(lambda.name(), key),
        PlanKind.ORDER,
        lambda.name(),
        key.value(),
        lambda.shards(),
        now);
  }

  private static OrderingKey key(TaskHeader header) {
    return new OrderingKey(Objects.requireNonNull(header.origin()).member());
  }

  private static Instant forgottenAt(TaskHeader header) {
    return Objects.requireNonNull(header.keepUntil(), "a task of a key outlives its entity");
  }

  /** Puts a row, and returns whether it is stored as this call wants it. */
  private boolean put(Plan row) {
    return RepeatedWrite.of(() -> plans.put(row)).isStored(row);
  }

  private void putPart(Plan row, Member member) {
    var part = OrderCodec.part(row, member, forgottenAt(member.header()));
    boolean unused = RepeatedWrite.of(() -> plans.putPart(part));
  }
}
