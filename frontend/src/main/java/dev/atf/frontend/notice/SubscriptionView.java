package dev.atf.frontend.notice;

import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.notice.SubscriptionRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All subscriptions, at most {@link FrontendTuning#lambdaCacheAge} old. */
@Singleton
public final class SubscriptionView {
  private record Read(Subscriptions subscriptions, long at) {}

  private final SubscriptionRegistry registry;
  private final MonotonicClock clock;
  private final Duration ageMax;
  private volatile @Nullable Read last;

  @Inject
  SubscriptionView(SubscriptionRegistry registry, MonotonicClock clock, FrontendTuning tuning) {
    this.registry = registry;
    this.clock = clock;
    this.ageMax = tuning.lambdaCacheAge();
  }

  /**
   * Returns the end of a task of this lambda, with the subscriptions that are notified of it.
   *
   * @throws dev.atf.store.StoreException if the subscriptions cannot be read, because the end of a
   *     task would then be missed
   */
  public Ending ending(Instant now, LambdaDefinition lambda) {
    return Ending.at(now, lambda).with(subscriptions().of(lambda.name()));
  }

  /** Returns a subscription whose notices go to the lambda. */
  Optional<Subscription> to(LambdaName lambda) {
    return subscriptions().all().stream()
        .filter(one -> one.target().lambda().equals(lambda))
        .findFirst();
  }

  /**
   * Forgets the subscriptions after this process has changed one, so that the process uses the
   * change from now on.
   */
  void forget() {
    last = null;
  }

  private Subscriptions subscriptions() {
    var known = last;
    if (known != null && clock.since(known.at()).compareTo(ageMax) < 0) {
      return known.subscriptions();
    }
    long at = clock.nanos();
    var read = registry.read();
    last = new Read(read, at);
    return read;
  }
}
