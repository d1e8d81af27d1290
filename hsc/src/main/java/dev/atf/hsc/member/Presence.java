package dev.atf.hsc.member;

import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Step;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that this process serves, as long as the store can be reached and all its loops are
 * alive. A process that ends leases must know for how long no heartbeat could have been accepted
 * (law 10).
 */
public final class Presence implements Step {
  static final String SERVICE = "hsc";

  private static final Logger log = LoggerFactory.getLogger(Presence.class);

  /** Time for which the record is kept. It is long enough to investigate an incident. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);

  private final MemberRegistry members;
  private final HscMember self;
  private final Duration interval;
  private final Loops loops;
  private final InstantSource clock;

  /**
   * Creates the step.
   *
   * @param interval pause between two heartbeats; a process that misses several heartbeats is
   *     considered gone
   */
  public Presence(
      MemberRegistry members, HscMember self, Duration interval, Loops loops, InstantSource clock) {
    this.members = members;
    this.self = self;
    this.interval = interval;
    this.loops = loops;
    this.clock = clock;
  }

  @Override
  public Duration turn() {
    if (!loops.allAlive()) {
      log.warn("member={} does not beat: one of its loops hangs or has died", self.name());
      return interval;
    }
    var now = clock.instant();
    members.beat(SERVICE, self.name(), "", now, now.plus(FORGOTTEN_AFTER));
    return interval;
  }

  /**
   * Removes the record after the last answer. If that fails, other processes notice that the
   * heartbeats have ended.
   */
  public void leave() {
    try {
      members.leave(SERVICE, self.name());
    } catch (StoreException e) {
      log.warn("member={} could not take its leave: {}", self.name(), e.getMessage());
    }
  }
}
