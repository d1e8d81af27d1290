package dev.atf.frontend.event;

import dev.atf.access.AccessControl;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ActivityPoint;
import dev.atf.protocol.v1.GetActivityRequest;
import dev.atf.protocol.v1.GetActivityResponse;
import dev.atf.store.TransitionFeed;
import dev.atf.store.activity.Activity;
import dev.atf.store.activity.ActivityInterval;
import dev.atf.store.activity.Delays;
import dev.atf.validation.CheckedTimes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Predicate;

/** Recent transitions of the tasks that a caller may see, for charts. */
@Singleton
final class RecentActivity {
  private static final Duration WINDOW_MIN = Duration.ofSeconds(10);
  private static final Duration WINDOW_DEFAULT = Duration.ofMinutes(5);

  private final TransitionFeed feed;
  private final TransitionBroadcaster broadcaster;
  private final WatchService watches;
  private final AccessControl access;
  private final InstantSource clock;
  private final Instant begun;

  @Inject
  RecentActivity(
      TransitionFeed feed,
      TransitionBroadcaster broadcaster,
      WatchService watches,
      AccessControl access,
      InstantSource clock) {
    this.feed = feed;
    this.broadcaster = broadcaster;
    this.watches = watches;
    this.access = access;
    this.clock = clock;
    this.begun = clock.instant();
  }

  GetActivityResponse read(GetActivityRequest request) {
    var window = window(request);
    var visible = access.visible();
    var lambda = request.getLambda();
    if (!lambda.isEmpty()) {
      watches.requireVisible(lambda, visible);
    }
    Predicate<String> wanted = lambda.isEmpty() ? visible : lambda::equals;
    var now = clock.instant();
    var activity = feed.counted().orElseGet(broadcaster::activity);
    var answer = GetActivityResponse.newBuilder().setCountedSince(ProtoTimes.proto(since(now)));
    activity.read(wanted, window, now).forEach(interval -> answer.addPoints(point(interval)));
    return answer.build();
  }

  private Instant since(Instant now) {
    return feed.counted().isPresent() ? begun : broadcaster.followedSince().orElse(now);
  }

  private static Duration window(GetActivityRequest request) {
    if (!request.hasWindow()) {
      return WINDOW_DEFAULT;
    }
    var window = CheckedTimes.duration("window", request.getWindow());
    if (window.compareTo(WINDOW_MIN) < 0 || window.compareTo(Activity.WINDOW_MAX) > 0) {
      throw new InvalidFieldException("window", window.toString(), "10s to 600s");
    }
    return window;
  }

  private static ActivityPoint point(ActivityInterval interval) {
    var point =
        ActivityPoint.newBuilder()
            .setFrom(ProtoTimes.proto(interval.from()))
            .setUntil(ProtoTimes.proto(interval.until()))
            .setScheduledCount(interval.scheduled())
            .setStartedCount(interval.started())
            .setSucceededCount(interval.succeeded())
            .setFailedCount(interval.failed())
            .setDeadCount(interval.dead());
    var deliveries = interval.deliveries();
    if (deliveries.quantile(1).isPresent()) {
      point.setDeliveryMillis(
          ActivityPoint.DeliveryMillis.newBuilder()
              .setP50(millis(deliveries, 0.5))
              .setP95(millis(deliveries, 0.95))
              .setP99(millis(deliveries, 0.99)));
    }
    return point.build();
  }

  private static int millis(Delays delays, double share) {
    return (int) delays.quantile(share).orElse(Duration.ZERO).toMillis();
  }
}
