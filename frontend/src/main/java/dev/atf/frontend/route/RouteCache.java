package dev.atf.frontend.route;

import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.route.RouteRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cache of the routes, with their rules parsed, at most {@link FrontendTuning#lambdaCacheAge} old.
 * Only routes that exist are kept.
 */
@Singleton
public final class RouteCache {
  private record Cached(Route route, long readAt) {}

  private final RouteRegistry registry;
  private final MonotonicClock clock;
  private final Duration ageMax;
  private final Map<LambdaName, Cached> cached = new ConcurrentHashMap<>();

  @Inject
  RouteCache(RouteRegistry registry, MonotonicClock clock, FrontendTuning tuning) {
    this.registry = registry;
    this.clock = clock;
    this.ageMax = tuning.lambdaCacheAge();
  }

  /** Returns the route of this name; empty if there is none. */
  public Optional<Route> find(LambdaName name) {
    var known = cached.get(name);
    if (known != null && clock.since(known.readAt()).compareTo(ageMax) < 0) {
      return Optional.of(known.route());
    }
    long readAt = clock.nanos();
    var read = registry.find(name);
    read.ifPresentOrElse(
        route -> cached.put(name, new Cached(route, readAt)), () -> cached.remove(name));
    return read;
  }

  /** Returns whether a route of this name existed when it was last read. */
  public boolean isKnown(LambdaName name) {
    return cached.containsKey(name);
  }

  /**
   * Forgets a route after this process has changed it, so that the process uses the new one from
   * now on.
   */
  void forget(LambdaName name) {
    cached.remove(name);
  }
}
