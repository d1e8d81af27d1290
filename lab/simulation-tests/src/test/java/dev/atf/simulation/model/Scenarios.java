package dev.atf.simulation.model;

import dev.atf.simulation.model.Scenario.Beside;
import dev.atf.simulation.model.Scenario.ClientCall;
import dev.atf.simulation.model.Scenario.Gating;
import java.util.List;

/** Scenarios to search: faults alone for longer, then together with each other possible event. */
final class Scenarios {
  private Scenarios() {}

  /** Returns scenarios of few histories each, which together contain every event. */
  static List<Scenario> brief() {
    return List.of(
        Scenario.named("strangers").with(Beside.STRANGERS).lasting(1, 2),
        Scenario.named("returns").calling(1, ClientCall.CANCEL).returning(1).lasting(1, 2),
        Scenario.named("redrive").calling(1, ClientCall.REDRIVE).lasting(1, 1),
        Scenario.named("kill").calling(1, ClientCall.KILL).lasting(1, 3),
        Scenario.named("refusals").with(Beside.REFUSALS).lasting(1, 2),
        Scenario.named("expiries").lasting(1, 4),
        Scenario.named("turns")
            .with(Beside.TURNS, Beside.UNLISTED)
            .calling(1, ClientCall.CANCEL)
            .lasting(1, 2),
        Scenario.named("children")
            .with(Beside.CHILDREN)
            .calling(1, ClientCall.CANCEL)
            .lasting(1, 2),
        Scenario.named("conditions")
            .with(Beside.CONDITIONS)
            .calling(1, ClientCall.CANCEL)
            .returning(1)
            .lasting(1, 2),
        Scenario.named("fast clock").ahead().lasting(1, 2),
        Scenario.named("notes").noting().lasting(1, 2),
        Scenario.named("gates").gated(Gating.values()).lasting(1, 2),
        Scenario.named("other times")
            .calling(1, ClientCall.RESCHEDULE, ClientCall.RUN_NOW)
            .lasting(1, 2));
  }

  static List<Scenario> all() {
    return List.of(
        Scenario.named("strangers").with(Beside.STRANGERS).lasting(1, 2),
        Scenario.named("returns").calling(1, ClientCall.CANCEL).returning(1).lasting(1, 2),
        Scenario.named("redrive").calling(1, ClientCall.REDRIVE).lasting(1, 2),
        Scenario.named("refusals").with(Beside.REFUSALS),
        Scenario.named("turns")
            .with(Beside.TURNS, Beside.UNLISTED)
            .calling(1, ClientCall.CANCEL)
            .lasting(1, 2),
        Scenario.named("children")
            .with(Beside.CHILDREN)
            .calling(1, ClientCall.CANCEL)
            .lasting(1, 2),
        Scenario.named("conditions")
            .with(Beside.CONDITIONS)
            .calling(1, ClientCall.CANCEL)
            .returning(2)
            .lasting(1, 2),
        Scenario.named("fast clock").ahead(),
        Scenario.named("notes").noting(),
        Scenario.named("gates").gated(Gating.values()),
        Scenario.named("other times").calling(1, ClientCall.RESCHEDULE, ClientCall.RUN_NOW),
        Scenario.named("long leases").lasting(2, 5),
        Scenario.named("cancel").calling(1, ClientCall.CANCEL).lasting(1, 4),
        Scenario.named("kill").calling(1, ClientCall.KILL).lasting(1, 3));
  }
}
