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
  private final ControllerTuning tuning;
  private final ClaimTimes claimTimes;
  private final Deletions deletions;
  private final ClaimLoop claiming;
  private final BufferExpiry expiry;
  private final SettingsRefresh settings;
  private final HscProbe probe;
  private final List<Loop> claims = new ArrayList<>();
  private final List<Loop> others = new ArrayList<>();

  @Inject
  ControllerLoops(
      Loops loops,
      ControllerTuning tuning,
      ClaimTimes claimTimes,
      Deletions deletions,
      ClaimLoop claiming,
      BufferExpiry expiry,
      SettingsRefresh settings,
      HscProbe probe) {
    this.loops = loops;
    this.tuning = tuning;
    this.claimTimes = claimTimes;
    this.deletions = deletions;
    this.claiming = claiming;
    this.expiry = expiry;
    this.settings = settings;
    this.probe = probe;
  }

  void start() {
    var delete = loops.start("delete", deletions);
    deletions.whenAdded(delete::wake);
    others.add(delete);
    for (int i = 1; i <= tuning.claimConcurrency(); i++) {
      claims.add(loops.start("claim-" + i, claiming));
    }
    var tend = loops.start("tend", expiry);
    expiry.whenEndsEarlier(tend::wake);
    others.add(tend);
    var refresh = loops.start("settings", settings);
    settings.whenNews(refresh::wake);
    others.add(refresh);
    var probing = loops.start("probe", probe);
    probe.whenWanted(probing::wake);
    others.add(probing);
  }

  boolean allAlive() {
    return loops.allAlive();
  }

  /** Lets claims under way end, and deletes what they left to delete. */
  @Override
  public void close() {
    // To interrupt a claim would leave what it takes to its lease.
    loops.stopTogether(claims, claimTimes.usefulFor().plus(CLAIM_MARGIN));
    loops.stopTogether(others);
    deletions.flush();
    settings.leave();
  }
}
