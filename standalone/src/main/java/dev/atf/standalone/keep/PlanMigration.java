package dev.atf.standalone.keep;

import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanId;
import dev.atf.store.StorePorts;
import dev.atf.store.embedded.EmbeddedStore;

/**
 * Moves plans into another store: what their tasks are to do, their parts, and then the row, with
 * which a plan begins to live there. One that is there already stays as it is there.
 */
final class PlanMigration {
  private static final int PARTS = 500;

  private final EmbeddedStore source;
  private final StorePorts target;

  PlanMigration(EmbeddedStore source, StorePorts target) {
    this.source = source;
    this.target = target;
  }

  /** How many there are to move. */
  static int count(EmbeddedStore store) {
    var count = new int[1];
    store.eachPlan(plan -> count[0]++);
    return count[0];
  }

  /**
   * After the tasks of the plans.
   *
   * @return how many plans were moved
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
    target.plans().put(plan.asFirst());
    source.forget(plan);
  }

  /** Copies what belongs to a plan besides its row. */
  static void moveParts(PlanId plan, EmbeddedStore source, StorePorts target) {
    var parts = source.ports().plans().parts(plan, "", PARTS);
    while (!parts.isEmpty()) {
      parts.forEach(target.plans()::putPart);
      var last = parts.get(parts.size() - 1).name();
      // The next name that there can be: no letter of names sorts before a dash.
      parts = source.ports().plans().parts(plan, last + "-", PARTS);
    }
  }
}
