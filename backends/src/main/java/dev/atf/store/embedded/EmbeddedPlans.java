package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.embedded.database.Changes;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.PlanRecord;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans, their parts, and the index that is written with them. Everything that is returned is
 * durable.
 */
record EmbeddedPlans(Database database, StripedLocks locks) implements Plans {
  private static final byte[] NOTHING = {};

  @Override
  public PlanResult put(Plan plan) {
    var stripe = lockOf(plan.id());
    return stripe.durably(
        database,
        () -> {
          var stored = database.get(Keys.plan(plan.id().value()));
          var found = stored.map(record -> PlanRecord.read(plan.id(), record));
          if (!found.map(plan::follows).orElse(plan.version() == 1)) {
            return new PlanResult.Refused(found);
          }
          stripe.wrote(write(found, plan, PlanRecord.of(plan, stored)));
          return new PlanResult.Written();
        });
  }

  @Override
  public Optional<Plan> find(PlanId id) {
    return lockOf(id).durably(database, () -> read(id));
  }

  @Override
  public boolean delete(Plan seen) {
    var stripe = lockOf(seen.id());
    return stripe.durably(
        database,
        () -> {
          var found = read(seen.id()).filter(seen::isVersionOf);
          found.ifPresent(plan -> stripe.wrote(remove(plan)));
          return found.isPresent();
        });
  }

  @Override
  public boolean putPart(PlanPart part) {
    var key = Keys.planPart(part.plan().value(), part.name());
    var stripe = lockOf(part.plan());
    return stripe.durably(
        database,
        () -> {
          boolean fresh = database.get(key).isEmpty();
          if (fresh) {
            stripe.wrote(database.put(key, PlanRecord.of(part)));
          }
          return fresh;
        });
  }

  @Override
  public void deletePart(PlanId plan, String name) {
    database.awaitDurable(database.delete(Keys.planPart(plan.value(), name)));
  }

  @Override
  public List<PlanPart> parts(PlanId plan, String from, int limit) {
    var parts = new ArrayList<PlanPart>();
    database.scan(
        Keys.planPart(plan.value(), from),
        Database.behind(Keys.planPart(plan.value(), "")),
        (key, value) -> {
          parts.add(PlanRecord.readPart(plan, Keys.partName(key), value));
          return parts.size() < limit;
        });
    return parts;
  }

  @Override
  public PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    var from =
        after
            .map(
                mark ->
                    Database.behind(
                        Keys.planTrigger(list.key(), mark.at().toEpochMilli(), mark.id().value())))
            .orElseGet(() -> Keys.planTriggersFrom(list.key(), Long.MIN_VALUE));
    var behind = Keys.planTriggersFrom(list.key(), until.toEpochMilli() + 1);
    var entries = new ArrayList<PlanPage.Mark>();
    database.scan(
        from,
        behind,
        (key, value) -> {
          entries.add(
              new PlanPage.Mark(
                  Instant.ofEpochMilli(Keys.triggerMillis(key)),
                  new PlanId(Keys.triggerTaskId(key).value())));
          return entries.size() < limit;
        });
    return new PlanPage(
        entries, entries.size() < limit ? Optional.empty() : Optional.of(entries.get(limit - 1)));
  }

  private Optional<Plan> read(PlanId id) {
    return database.get(Keys.plan(id.value())).map(value -> PlanRecord.read(id, value));
  }

  private long write(Optional<Plan> before, Plan after, byte[] record) {
    var changes = new Changes();
    before.flatMap(EmbeddedPlans::place).ifPresent(changes::andDelete);
    changes.andPut(Keys.plan(after.id().value()), record);
    place(after).ifPresent(place -> changes.andPut(place, NOTHING));
    return database.write(changes);
  }

  private long remove(Plan plan) {
    var changes = Changes.delete(Keys.plan(plan.id().value()));
    place(plan).ifPresent(changes::andDelete);
    return database.write(changes);
  }

  static Plan read(byte[] key, byte[] value) {
    return PlanRecord.read(new PlanId(Keys.planId(key)), value);
  }

  /** Returns the key of the index entry of a stored plan. */
  static Optional<byte[]> place(byte[] key, byte[] value) {
    return place(read(key, value));
  }

  private static Optional<byte[]> place(Plan plan) {
    return PlanList.of(plan)
        .map(
            list ->
                Keys.planTrigger(list.key(), PlanList.at(plan).toEpochMilli(), plan.id().value()));
  }

  private StripedLocks.Stripe lockOf(PlanId plan) {
    return locks.of(new TaskId(plan.value()));
  }
}
