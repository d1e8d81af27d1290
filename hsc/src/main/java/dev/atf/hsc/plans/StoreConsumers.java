package dev.atf.hsc.plans;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.plans.hint.PlanHint;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceBlockingStub;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.rpc.CallTimeout;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreException;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The living store consumers, by their records among the members, which tell where each is called.
 * All of them are told of a plan, since an HSC does not know the list in which a job stands; its
 * owner alone looks at it. Not thread-safe.
 */
final class StoreConsumers {
  private static final Logger log = LoggerFactory.getLogger(StoreConsumers.class);

  private static final String SERVICE = "store-consumer";
  private static final Pattern URI = Pattern.compile("https?://[^/\\s]{1,300}");

  /** Chosen: one query of the small table in this time, and none while nothing is sent. */
  private static final Duration REFRESH = Duration.ofSeconds(2);

  /** Chosen: longer than consumers' beats are apart, whatever their clocks. */
  private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

  /** Chosen: one that does not answer delays hints for a tenth of the time. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(10);

  /** Chosen: more consumers than any cluster needs; others are not told. */
  private static final int CONSUMERS_MAX = 64;

  private final MemberRegistry registry;
  private final ConsumerChannels channels;
  private final HintTimes times;
  private final HscMetrics metrics;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private final long begunNanos;

  private Map<String, Consumer> living = Map.of();
  private Duration refreshAt = Duration.ZERO;

  /** A store consumer, and when it may be called again; on the clock of {@link #elapsed}. */
  private static final class Consumer {
    private final String uri;
    private final StoreConsumerServiceBlockingStub calls;
    private Duration pausedUntil = Duration.ZERO;
    private boolean failed;

    Consumer(String uri, StoreConsumerServiceBlockingStub calls) {
      this.uri = uri;
      this.calls = calls;
    }
  }

  @Inject
  StoreConsumers(
      MemberRegistry registry,
      ConsumerChannels channels,
      HintTimes times,
      HscMetrics metrics,
      InstantSource clock,
      MonotonicClock monotonic) {
    this.registry = registry;
    this.channels = channels;
    this.times = times;
    this.metrics = metrics;
    this.clock = clock;
    this.monotonic = monotonic;
    this.begunNanos = monotonic.nanos();
  }

  /** Sends hints to each consumer once; one that does not take them is left alone for a while. */
  void send(List<PlanHint> hints) {
    refresh();
    var request = request(hints);
    living.forEach((member, consumer) -> send(member, consumer, request));
  }

  private void send(String member, Consumer consumer, HintPlansRequest request) {
    if (elapsed().compareTo(consumer.pausedUntil) < 0) {
      metrics.planHints("dropped", request.getPlansCount());
      return;
    }
    try {
      var unused = CallTimeout.on(consumer.calls, times.timeout()).hintPlans(request);
      consumer.failed = false;
      metrics.planHints("sent", request.getPlansCount());
    } catch (StatusRuntimeException e) {
      consumer.pausedUntil = elapsed().plus(PAUSE_AFTER_FAILURE);
      metrics.planHints("failed", request.getPlansCount());
      if (!consumer.failed) {
        consumer.failed = true;
        log.warn(
            "member={} at {} takes no hints; it is asked again every {}, while plans go on by looks: {}",
            member,
            consumer.uri,
            PAUSE_AFTER_FAILURE,
            e.getStatus());
      }
    }
  }

  private void refresh() {
    if (elapsed().compareTo(refreshAt) < 0) {
      return;
    }
    refreshAt = elapsed().plus(REFRESH);
    try {
      var found = new TreeMap<String, Consumer>();
      registry
          .seen(SERVICE, clock.instant().minus(SILENCE_MAX))
          .forEach(
              (member, beat) -> {
                var uri = beat.note();
                if (URI.matcher(uri).matches() && found.size() < CONSUMERS_MAX) {
                  found.put(member, consumer(member, uri));
                }
              });
      living = found;
    } catch (StoreException e) {
      log.debug("store consumers as seen before: {}", e.toString());
    }
  }

  private Consumer consumer(String member, String uri) {
    var known = living.get(member);
    return known != null && known.uri.equals(uri)
        ? known
        : new Consumer(uri, StoreConsumerServiceGrpc.newBlockingStub(channels.to(member, uri)));
  }

  private Duration elapsed() {
    return Duration.ofNanos(monotonic.nanos() - begunNanos);
  }

  private static HintPlansRequest request(List<PlanHint> hints) {
    var request = HintPlansRequest.newBuilder();
    for (var hint : hints) {
      request
          .addPlansBuilder()
          .setPlanId(hint.plan().value())
          .setKind(hint.kind().tag())
          .setLambda(hint.lambda().value())
          .setEnded(hint.ended());
    }
    return request.build();
  }
}
