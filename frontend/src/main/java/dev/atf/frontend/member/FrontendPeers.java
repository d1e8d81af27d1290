package dev.atf.frontend.member;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.Step;
import dev.atf.store.MemberRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Counts the live frontends, including this one. While the count is wrong, a lambda's rate may be
 * exceeded or not fully used. Before the first answer, this frontend counts only itself.
 */
@Singleton
public final class FrontendPeers implements Step {
  /** Number of timeouts for which a row is kept, so that it is still there after an incident. */
  private static final int FORGOTTEN_AFTER_TIMEOUTS = 60;

  private static final String SERVICE = "frontend";

  private final MemberRegistry registry;
  private final Settings settings;
  private final InstantSource clock;
  private final String self;
  private volatile int count = 1;

  /**
   * Settings of the count.
   *
   * @param interval time between two heartbeats of this frontend
   * @param timeout silence after which a peer no longer counts
   */
  public record Settings(Duration interval, Duration timeout) {}

  @Inject
  FrontendPeers(
      MemberRegistry registry,
      Settings settings,
      ProcessName name,
      InstantSource clock,
      RandomGenerator random) {
    this.registry = registry;
    this.settings = settings;
    this.clock = clock;
    this.self = name.unique(random);
  }

  @Override
  public Duration turn() {
    var now = clock.instant();
    var forgottenAt = now.plus(settings.timeout().multipliedBy(FORGOTTEN_AFTER_TIMEOUTS));
    registry.beat(SERVICE, self, "", now, forgottenAt);
    var alive = registry.alive(SERVICE, now.minus(settings.timeout()));
    // This frontend has just written its heartbeat, but the answer may not show it yet.
    count = alive.size() + (alive.contains(self) ? 0 : 1);
    return settings.interval();
  }

  /** Returns the last count, which is at least 1. */
  public int count() {
    return count;
  }

  /** Releases this frontend's share to the others immediately. */
  public void leave() {
    registry.leave(SERVICE, self);
  }
}
