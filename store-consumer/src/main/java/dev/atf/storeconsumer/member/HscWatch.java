package dev.atf.storeconsumer.member;

import dev.atf.runtime.loop.Step;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.storeconsumer.recovery.Recovery;
import dev.atf.storeconsumer.recovery.RecoveryHold;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * Watches whether any HSC is alive. An HSC is alive if its heartbeat has changed since the previous
 * turn. Therefore it only needs this host's monotonic clock, except in the first turn, which uses
 * the age of the last heartbeat.
 *
 * <p>If no HSC has ever sent heartbeats, because there was none or it had an older version, no HSC
 * counts as missing.
 */
@Singleton
public final class HscWatch implements Step {
  public static final String SERVICE = "hsc";

  /**
   * Maximum wait for HSCs. After this time, their attempts must have ended, or they have a version
   * that sends no heartbeats.
   */
  static final Duration SILENCE_MAX = Duration.ofHours(1);

  private final MemberRegistry registry;
  private final Recovery recovery;
  private final RecoveryHold.Limits limits;
  private final MembershipSettings settings;
  private final InstantSource clock;
  private Optional<Map<String, Sighting>> before = Optional.empty();

  @Inject
  public HscWatch(
      MemberRegistry registry,
      Recovery recovery,
      RecoveryHold.Limits limits,
      MembershipSettings settings,
      InstantSource clock) {
    this.registry = registry;
    this.recovery = recovery;
    this.limits = limits;
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  public Duration turn() {
    Map<String, Sighting> seen = registry.seen(SERVICE, Instant.EPOCH);
    if (before.isEmpty()) {
      first(seen);
    } else if (!before.get().entrySet().containsAll(seen.entrySet())) {
      recovery.hscSeen();
    }
    recovery.giveUpHscsAfter(SILENCE_MAX);
    before = Optional.of(seen);
    return settings.interval();
  }

  private void first(Map<String, Sighting> seen) {
    var last = seen.values().stream().map(Sighting::at).max(Comparator.naturalOrder());
    if (last.isEmpty()) {
      recovery.noHscKnown();
      return;
    }
    var ago = Duration.between(last.get(), clock.instant());
    if (ago.compareTo(limits.awayAfter()) < 0) {
      recovery.hscSeen();
    } else {
      recovery.hscLastSeen(ago);
    }
  }
}
