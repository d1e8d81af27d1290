package dev.atf.storeconsumer.release;

import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.storeconsumer.member.MembershipSettings;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Checks whether this consumer can do the work of a share: all its loops are alive, and queues
 * accept its pushes. Only the membership loop calls it.
 */
@Singleton
public final class WorkHealth {
  /** Time after which a consumer whose pushes were all refused tries again with its own share. */
  static final Duration RETRY_AFTER = Duration.ofMinutes(1);

  private final BooleanSupplier loopsLive;

  /**
   * Provider of the capacities. It breaks a cycle: capacities depend on the shards of this member,
   * which depend on the membership, which uses this class.
   */
  private final Provider<QueueCapacity> queues;

  private final Duration window;
  private final MonotonicClock clock;
  private long pushes;
  private long refusals;
  private OptionalLong pushedAt = OptionalLong.empty();
  private OptionalLong refusedAt = OptionalLong.empty();
  private OptionalLong unableSince = OptionalLong.empty();

  @Inject
  WorkHealth(
      Loops loops,
      Provider<QueueCapacity> queues,
      MembershipSettings settings,
      MonotonicClock clock) {
    this(loops::allAlive, queues, settings.timeout(), clock);
  }

  /**
   * Creates the check.
   *
   * @param window time for which a successful push outweighs later refused ones
   */
  WorkHealth(
      BooleanSupplier loopsLive,
      Provider<QueueCapacity> queues,
      Duration window,
      MonotonicClock clock) {
    this.loopsLive = loopsLive;
    this.queues = queues;
    this.window = window;
    this.clock = clock;
  }

  public boolean works() {
    notePushes();
    if (within(unableSince, RETRY_AFTER)) {
      return false;
    }
    boolean taken = !within(refusedAt, window) || within(pushedAt, window);
    unableSince = taken ? OptionalLong.empty() : OptionalLong.of(clock.nanos());
    return taken && loopsLive.getAsBoolean();
  }

  private void notePushes() {
    long pushesNow = queues.get().pushes();
    long refusalsNow = queues.get().refusals();
    pushedAt = pushesNow > pushes ? OptionalLong.of(clock.nanos()) : pushedAt;
    refusedAt = refusalsNow > refusals ? OptionalLong.of(clock.nanos()) : refusedAt;
    pushes = pushesNow;
    refusals = refusalsNow;
  }

  private boolean within(OptionalLong nanos, Duration time) {
    return nanos.isPresent() && clock.since(nanos.getAsLong()).compareTo(time) < 0;
  }
}
