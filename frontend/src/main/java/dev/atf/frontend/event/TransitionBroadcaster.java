package dev.atf.frontend.event;

import dev.atf.frontend.task.HistoryView;
import dev.atf.model.task.TaskTransition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Transition;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.store.TransitionFeed;
import dev.atf.store.activity.Activity;
import dev.atf.validation.TaskStatusCodec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Follows the feed for all watchers of this frontend. It continues for a minute after the last
 * watcher, so that a disconnected watcher can resume. Its loop starts with the first watcher.
 */
@Singleton
public final class TransitionBroadcaster implements Step {
  static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(15);

  /**
   * Maximum age of a watch. The watcher then calls again, possibly another frontend, and presents
   * its credentials again.
   */
  static final Duration AGE_MAX = Duration.ofMinutes(15);

  static final Duration LINGER = Duration.ofMinutes(1);

  private static final Duration UNTIL_WOKEN = Duration.ofDays(1);

  private final TransitionFeed feed;
  private final TransitionLog log;
  private final Loops loops;
  private final MonotonicClock clock;
  private final InstantSource instants;
  private final Counter gaps;
  private final Timer lag;
  private final WatchLimit limit;
  private final Map<TransitionWatch, Watcher> watches = new ConcurrentHashMap<>();
  private final Activity activity = new Activity();
  private volatile long wantedUntil;
  private volatile @Nullable Instant followedSince;
  private boolean closed;
  private @Nullable Loop loop;

  /**
   * Open subscription to the feed. One step at a time uses it, and {@link #close} after the last
   * step.
   */
  private TransitionFeed.@Nullable Following following;

  private boolean hasFollowed;

  /** A watcher. Its times are of the monotonic clock. */
  private static final class Watcher {
    private final Optional<Principal> caller;
    private final long begun;
    private long beaten;

    Watcher(Optional<Principal> caller, long now) {
      this.caller = caller;
      begun = now;
      beaten = now;
    }
  }

  @Inject
  TransitionBroadcaster(
      TransitionFeed feed,
      Loops loops,
      MonotonicClock clock,
      InstantSource instants,
      RandomGenerator random,
      WatchLimit limit,
      MeterRegistry metrics) {
    this.feed = feed;
    this.limit = limit;
    this.log = new TransitionLog(random);
    this.loops = loops;
    this.clock = clock;
    this.instants = instants;
    this.wantedUntil = clock.nanos();
    this.gaps =
        Counter.builder("atf.frontend.transitions.gaps")
            .description("gaps in the transitions that watchers received")
            .register(metrics);
    Gauge.builder("atf.frontend.watchers", watches, Map::size)
        .description("callers that watch transitions")
        .register(metrics);
    Gauge.builder(
            "atf.frontend.following",
            this,
            broadcaster -> broadcaster.followedSince().isPresent() ? 1 : 0)
        .description("whether the store's transitions are followed; on AWS that costs requests")
        .register(metrics);
    this.lag =
        Timer.builder("atf.frontend.transitions.lag")
            .description("age of the oldest transition of each read")
            .register(metrics);
  }

  /** Creates a watch, which receives nothing before it begins. */
  TransitionWatch watch(WatchFilter filter, WatchSink sink, String cursor) {
    return new TransitionWatch(log, filter, sink, cursor);
  }

  /**
   * Begins a watch. The watch receives every transition since some moment before its first
   * heartbeat.
   *
   * @param caller caller of the watch; empty if callers present no credentials
   * @throws io.grpc.StatusRuntimeException QUOTA_EXCEEDED, OVERLOADED, DRAINING
   */
  synchronized void begin(TransitionWatch watch, Optional<Principal> caller) {
    var watching = watches.values().stream().map(watcher -> watcher.caller).toList();
    limit.requireRoom(watching, caller);
    watches.put(watch, new Watcher(caller, clock.nanos()));
    try {
      wake();
    } catch (RuntimeException e) {
      watches.remove(watch);
      throw e;
    }
  }

  /** Removes a watch whose caller has gone. */
  void leave(TransitionWatch watch) {
    watch.abandon();
    watches.remove(watch);
  }

  /**
   * Returns the transitions since {@link #followedSince}, and continues to follow the feed for a
   * while. It serves stores that do not count transitions themselves.
   */
  Activity activity() {
    wantedUntil = clock.nanos() + LINGER.toNanos();
    wake();
    return activity;
  }

  Optional<Instant> followedSince() {
    return Optional.ofNullable(followedSince);
  }

  private synchronized void wake() {
    if (closed) {
      throw RpcErrors.of(ErrorReason.DRAINING, "this frontend is about to end; call another");
    }
    if (loop == null) {
      loop = loops.start("transitions", this);
    }
    loop.wake();
  }

  @Override
  public Duration turn() {
    long now = clock.nanos();
    if (!watches.isEmpty()) {
      wantedUntil = now + LINGER.toNanos();
    } else if (now - wantedUntil >= 0) {
      stopFollowing();
      return UNTIL_WOKEN;
    }
    var page = followed().read();
    if (page.gap()) {
      gap();
    }
    measureLag(page.transitions());
    for (var transition : page.transitions()) {
      log.add(TransitionView.of(transition));
      if (feed.counted().isEmpty()) {
        activity.count(transition);
      }
    }
    watches.forEach((watch, watcher) -> tend(watch, watcher, now));
    return page.more() ? Duration.ZERO : feed.pause();
  }

  private void measureLag(List<TaskTransition> transitions) {
    transitions.stream()
        .map(TaskTransition::at)
        .min(Comparator.naturalOrder())
        .ifPresent(oldest -> lag.record(Duration.between(oldest, instants.instant())));
  }

  private TransitionFeed.Following followed() {
    var present = following;
    if (present == null) {
      present = feed.follow();
      following = present;
      followedSince = instants.instant();
      if (hasFollowed) {
        gap();
      }
      hasFollowed = true;
    }
    return present;
  }

  private void gap() {
    gaps.increment();
    log.addGap();
  }

  private void tend(TransitionWatch watch, Watcher watcher, long now) {
    watch.greet();
    watch.pump();
    if (now - watcher.beaten >= HEARTBEAT_INTERVAL.toNanos()) {
      watcher.beaten = now;
      watch.beat();
    }
    if (now - watcher.begun >= AGE_MAX.toNanos()) {
      watch.finish();
    }
    if (watch.isOver()) {
      watches.remove(watch);
    }
  }

  private void stopFollowing() {
    var present = following;
    following = null;
    followedSince = null;
    if (present != null) {
      present.close();
    }
  }

  /** Ends all watches in an orderly way. Otherwise, the stop of the server would wait for them. */
  public void close() {
    @Nullable Loop ending;
    synchronized (this) {
      closed = true;
      ending = loop;
    }
    if (ending != null) {
      loops.stop(ending);
    }
    watches.keySet().forEach(TransitionWatch::finish);
    watches.clear();
    stopFollowing();
  }

  /** Converts transitions to the form that callers see, with the terms of the task's history. */
  private static final class TransitionView {
    private TransitionView() {}

    static Transition of(TaskTransition transition) {
      var header = transition.header();
      var view =
          Transition.newBuilder()
              .setTaskId(header.taskId().value())
              .setLambda(header.lambda().value())
              .setPriority(header.priority().value())
              .setAt(ProtoTimes.proto(transition.at()))
              .setStatus(TaskStatusCodec.proto(transition.to()))
              .setAttempt(transition.attempt())
              .setDetail(HistoryView.words(transition.event(), transition.detail()));
      Optional.ofNullable(header.collection()).ifPresent(name -> view.setCollection(name.value()));
      Optional.ofNullable(transition.from())
          .ifPresent(status -> view.setFromStatus(TaskStatusCodec.proto(status)));
      return view.build();
    }
  }
}
