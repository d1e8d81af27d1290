package dev.atf.controller;

import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops of a controller, in the order in which they start. The claims end first, and then all
 * others together. Their names are labels of metrics.
 */
final class ControllerLoops implements AutoCloseable {
  /** Time for the last answer to be handed out. */
  private static final Duration CLAIM_MARGIN = Duration.ofMillis(500);

  private final Loops loops;
  private final ControllerConfig config;
  private final TaskMatcher matcher;
  private final MessageSettler messages;
  private final Claimer claimer;
  private final SettingsRefresh settings;
  private final Breaker breaker;
  private final HscProbe probe;
  private final List<Loop> claims = new ArrayList<>();
  private final List<Loop> others = new ArrayList<>();

  @Inject
  ControllerLoops(
      Loops loops,
      ControllerConfig config,
      TaskMatcher matcher,
      MessageSettler messages,
      Claimer claimer,
      SettingsRefresh settings,
      Breaker breaker,
      HscProbe probe) {
    this.loops = loops;
    this.config = config;
    this.matcher = matcher;
    this.messages = messages;
    this.claimer = claimer;
    this.settings = settings;
    this.breaker = breaker;
    this.probe = probe;
  }

  void start() {
    var delete = loops.start("delete", messages);
    messages.whenAdded(delete::wake);
    others.add(delete);
    for (int i = 1; i <= config.tuning().claimConcurrency(); i++) {
      claims.add(loops.start("claim-" + i, claimer));
    }
    var tend = loops.start("tend", claimer::endOverdue);
    matcher.whenEndsEarlier(tend::wake);
    others.add(tend);
    var refresh = loops.start("settings", settings);
    matcher.whenNews(refresh::wake);
    others.add(refresh);
    var probing = loops.start("probe", probe);
    breaker.whenOpened(probing::wake);
    others.add(probing);
  }

  boolean allAlive() {
    return loops.allAlive();
  }

  /** Lets claims under way end, and deletes what they left to delete. */
  @Override
  public void close() {
    // To interrupt a claim would leave what it takes to its lease.
    loops.stopTogether(claims, config.claimUsefulFor().plus(CLAIM_MARGIN));
    loops.stopTogether(others);
    messages.flush();
    settings.leave();
  }
}
