package dev.atf.simulation.run;

import dev.atf.model.task.Guard;
import dev.atf.model.task.TaskEvent;
import dev.atf.simulation.world.Ablation;
import java.util.Set;

/** Ablations that tests select by the missing part. */
final class Ablations {
  private Ablations() {}

  static Ablation named(String name) {
    return Ablation.all().stream()
        .filter(ablation -> ablation.name().equals(name))
        .findAny()
        .orElseThrow();
  }

  /** Returns an ablation that is noticed in almost every world. */
  static Ablation claimOfAnyStatus() {
    return Ablation.all().stream()
        .filter(ablation -> ablation.parts().equals(Set.of(Guard.StatusIn.class)))
        .filter(ablation -> ablation.events().contains(TaskEvent.CLAIM))
        .findAny()
        .orElseThrow();
  }
}
