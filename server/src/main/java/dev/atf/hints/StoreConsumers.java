package dev.atf.hints;

import dev.atf.plans.hint.PlanHint;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceBlockingStub;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.rpc.CallTimeout;
import dev.atf.store.ConsumerNote;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreException;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Live store consumers, found by their member records, which contain their addresses. Each hint is
 * sent to all of them, because a sender does not know who owns a list. Only the owner uses the
 * hint. Not thread-safe, except where noted.
 */
public final class StoreConsumers {
  private static final Logger log = LoggerFactory.getLogger(StoreConsumers.class);

  private static final String SERVICE = MemberRegistry.STORE_CONSUMERS;
  private static final Pattern URI = Pattern.compile("https?://[^/\\s]{1,300}");

  /**
   * Minimum time between two reads of the member table. While no hints are sent, it is not read.
   */
  private static final Duration REFRESH = Duration.ofSeconds(2);

  /**
   * Time for which a consumer gets no hints after a failed call. One that does not answer therefore
   * delays hints for at most a tenth of the time.
   */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(10);

  /**
   * Factor of the time-out for the first call to a consumer, which opens the connection and is slow
   * in a new process.
   */
  private static final int FIRST_CALL = 5;

  /** Maximum number of consumers that get hints. It is more than any cluster needs. */
  private static final int CONSUMERS_MAX = 64;

  /**
   * Maximum look-ahead of a consumer. It is assumed until a consumer has reported its own
   * look-ahead.
   */
  private static final Duration LOOK_AHEAD_MAX = Duration.ofMinutes(10);

  private final MemberRegistry registry;
  private final ConsumerChannels channels;
  private final HintSettings settings;
  private final MeterRegistry metrics;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private final long begunNanos;

  private Map<String, Consumer> living = Map.of();
  private Duration refreshAt = Duration.ZERO;
  private volatile Duration lookAhead = LOOK_AHEAD_MAX;

  /**
   * Store consumer, and the time from which it may be called again, on the clock of {@link
   * #elapsed}.
   */
  private static final class Consumer {
    private final String member;
    private final String uri;
    private final StoreConsumerServiceBlockingStub calls;
    private Duration pausedUntil = Duration.ZERO;
    private boolean answered;
    private boolean failed;

    Consumer(String member, String uri, StoreConsumerServiceBlockingStub calls) {
      this.member = member;
      this.uri = uri;
      this.calls = calls;
    }
  }

  @Inject
  public StoreConsumers(
      MemberRegistry registry,
      ConsumerChannels channels,
      HintSettings settings,
      MeterRegistry metrics,
      InstantSource clock,
      MonotonicClock monotonic) {
    this.registry = registry;
    this.channels = channels;
    this.settings = settings;
    this.metrics = metrics;
    this.clock = clock;
    this.monotonic = monotonic;
    this.begunNanos = monotonic.nanos();
  }

  /**
   * Returns the look-ahead with which consumers read their lists. Tasks that are due later are
   * found in time without a hint. Thread-safe.
   */
  Duration lookAhead() {
    return lookAhead;
  }

  /** Counts hints that are not sent. Thread-safe. */
  void dropped(int count) {
    count("dropped", count);
  }

  /** Sends hints to each consumer once. A consumer that refuses them gets none for a while. */
  void send(List<PlanHint> plans, List<DueHint> tasks) {
    refresh();
    var request = request(plans, tasks);
    living.values().stream()
        .flatMap(consumer -> send(consumer, request).stream())
        .max(Duration::compareTo)
        .ifPresent(longest -> lookAhead = longest);
  }

  /** Returns the consumer's look-ahead; empty if the consumer accepted no hints. */
  private Optional<Duration> send(Consumer consumer, HintPlansRequest request) {
    int count = request.getPlansCount() + request.getTasksCount();
    if (elapsed().compareTo(consumer.pausedUntil) < 0) {
      dropped(count);
      return Optional.empty();
    }
    try {
      var timeout = settings.timeout().multipliedBy(consumer.answered ? 1 : FIRST_CALL);
      var response = CallTimeout.on(consumer.calls, timeout).hintPlans(request);
      consumer.answered = true;
      consumer.failed = false;
      count("taken", count);
      return Optional.of(ProtoTimes.java(response.getLookAhead()));
    } catch (StatusRuntimeException e) {
      consumer.pausedUntil = elapsed().plus(PAUSE_AFTER_FAILURE);
      count("failed", count);
      if (!consumer.failed) {
        consumer.failed = true;
        log.warn(
            "member={} at {} takes no hints; it gets none for {}, and its polls find what they were"
                + " about: {}",
            consumer.member,
            consumer.uri,
            PAUSE_AFTER_FAILURE,
            e.getStatus());
      }
      return Optional.empty();
    }
  }

  /** Counts {@code atf.hints.sent} by outcome: taken, failed, or dropped without a call. */
  private void count(String outcome, int count) {
    metrics.counter("atf.hints.sent", "outcome", outcome).increment(count);
  }

  private void refresh() {
    if (elapsed().compareTo(refreshAt) < 0) {
      return;
    }
    refreshAt = elapsed().plus(REFRESH);
    try {
      var found = new TreeMap<String, Consumer>();
      var now = clock.instant();
      registry
          .seen(SERVICE, Instant.EPOCH)
          .forEach(
              (member, beat) -> {
                var uri = ConsumerNote.of(beat).address();
                if (!member.equals(settings.self())
                    && !ConsumerNote.isSilent(beat, now)
                    && URI.matcher(uri).matches()
                    && found.size() < CONSUMERS_MAX) {
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
        : new Consumer(
            member, uri, StoreConsumerServiceGrpc.newBlockingStub(channels.to(member, uri)));
  }

  private Duration elapsed() {
    return Duration.ofNanos(monotonic.nanos() - begunNanos);
  }

  private static HintPlansRequest request(List<PlanHint> plans, List<DueHint> tasks) {
    var request = HintPlansRequest.newBuilder();
    for (var hint : plans) {
      var plan =
          request
              .addPlansBuilder()
              .setPlanId(hint.plan().value())
              .setKind(hint.kind().tag())
              .setLambda(hint.lambda().value())
              .setEnded(hint.ended());
      hint.alarm().ifPresent(at -> plan.setAlarmAt(ProtoTimes.proto(at)));
    }
    for (var hint : tasks) {
      var task =
          request
              .addTasksBuilder()
              .setTaskId(hint.taskId().value())
              .setEpoch(hint.epoch())
              .setDueAt(ProtoTimes.proto(hint.dueAt()))
              .setLambda(hint.lambda().value())
              .setPriority(hint.priority().value())
              .setShard(hint.shard());
      var collection = hint.collection();
      if (collection != null) {
        task.setCollection(collection.value());
      }
      if (!hint.group().isNone()) {
        task.setGroup(hint.group().number());
      }
    }
    return request.build();
  }
}
