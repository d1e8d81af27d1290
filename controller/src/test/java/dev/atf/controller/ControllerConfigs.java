package dev.atf.controller;

import java.time.Duration;
import java.util.List;

/** Settings of controllers in tests: the defaults, except what a test names. */
final class ControllerConfigs {
  private static final ControllerConfig DEFAULTS = ControllerConfig.DEFAULTS;

  private ControllerConfigs() {}

  static ControllerConfig buffering(
      int bufferMax, Duration bufferAge, List<Integer> priorityWeights) {
    return of(bufferMax, bufferAge, priorityWeights, DEFAULTS.claimTimeout());
  }

  static ControllerConfig claiming(Duration claimTimeout) {
    return of(DEFAULTS.bufferMax(), DEFAULTS.bufferAge(), DEFAULTS.priorityWeights(), claimTimeout);
  }

  private static ControllerConfig of(
      int bufferMax, Duration bufferAge, List<Integer> priorityWeights, Duration claimTimeout) {
    return new ControllerConfig(
        DEFAULTS.server(),
        DEFAULTS.hscUri(),
        DEFAULTS.lambdas(),
        DEFAULTS.offers(),
        DEFAULTS.place(),
        DEFAULTS.queue(),
        DEFAULTS.createQueues(),
        bufferMax,
        bufferAge,
        Duration.ofMinutes(10),
        DEFAULTS.receiveWait(),
        claimTimeout,
        DEFAULTS.settingsRefresh(),
        DEFAULTS.ageing(),
        DEFAULTS.tuning(),
        DEFAULTS.loops(),
        priorityWeights,
        DEFAULTS.breakerFailuresMax(),
        DEFAULTS.credentials());
  }
}
