package dev.atf.local.keep;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.store.StorePorts;
import dev.atf.store.embedded.EmbeddedStore;

/**
 * Moves plans into another store: the payloads of their tasks, their parts, and then the row, with
 * which a plan becomes active there. A plan that is there already stays as it is.
 */
final class PlanMigration {
  private static final int PARTS = 500;

  private final EmbeddedStore source;
  private final StorePorts target;

  PlanMigration(EmbeddedStore source, StorePorts target) {
    this.source = source;
    this.target = target;
  }

  /** Returns the number of plans to move. */
  static int count(EmbeddedStore store) {
    var count = new int[1];
    store.eachPlan(plan -> count[0]++);
    return count[0];
  }

  /**
   * Moves the plans; called after their tasks were moved.
   *
   * @return number of moved plans
   */
  int run() {
    source.eachContents(target.entities()::putIfAbsent);
    var moved = new int[1];
    source.eachPlan(
        plan -> {
          move(plan);
          moved[0]++;
        });
    return moved[0];
  }

  private void move(Plan plan) {
    moveParts(plan.id(), source, target);
    target.plans().put(plan.withVersion(1));
    source.forget(plan);
  }

  /** Copies the parts of a plan besides its row. */
  static void moveParts(PlanId plan, EmbeddedStore source, StorePorts target) {
    var parts = source.ports().plans().parts(plan, "", PARTS);
    while (!parts.isEmpty()) {
      parts.forEach(target.plans()::putPart);
      var last = parts.get(parts.size() - 1).name();
      // The next possible name: no character of names sorts before a dash.
      parts = source.ports().plans().parts(plan, last + "-", PARTS);
    }
  }
}
