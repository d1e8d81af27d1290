package dev.atf.frontend;

import com.google.rpc.Status;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.protocol.ErrorReason;
import dev.atf.runtime.MonotonicClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many tasks of each lambda this frontend may let in now: its share of the lambda's rate, which
 * all living frontends divide evenly.
 */
@Singleton
final class ScheduleQuota {
  private final Fellows fellows;
  private final MonotonicClock clock;
  private final Counter refused;

  /** Only lambdas that exist and have a rate: a few hundred at most. */
  private final Map<LambdaName, TokenBucket> buckets = new ConcurrentHashMap<>();

  @Inject
  ScheduleQuota(Fellows fellows, MonotonicClock clock, MeterRegistry metrics) {
    this.fellows = fellows;
    this.clock = clock;
    this.refused =
        Counter.builder("atf.frontend.quota.refused")
            .description("tasks refused because their lambda's scheduleRate was used up")
            .register(metrics);
  }

  /** Takes a token. If there is none: the refusal, which says when there will be one. */
  Optional<Status> take(LambdaDefinition lambda) {
    double rate = lambda.scheduleRate();
    if (rate <= 0) {
      return Optional.empty();
    }
    double share = rate / fellows.count();
    var taken = new TokenBucket.Taken[1];
    buckets.compute(
        lambda.name(),
        (name, bucket) -> {
          long now = clock.nanos();
          var present = bucket == null ? TokenBucket.full(share, now) : bucket;
          taken[0] = present.take(share, now);
          return taken[0].left();
        });
    if (taken[0].granted()) {
      return Optional.empty();
    }
    refused.increment();
    return Optional.of(exceeded(lambda, taken[0].untilNext()));
  }

  /** Puts the token of a call back that made no task. */
  void giveBack(LambdaDefinition lambda) {
    buckets.computeIfPresent(lambda.name(), (name, bucket) -> bucket.giveBack());
  }

  private static Status exceeded(LambdaDefinition lambda, Duration untilNext) {
    return RetryAfter.status(
        ErrorReason.QUOTA_EXCEEDED,
        "lambda %s takes %s tasks a second (scheduleRate); try again in %d ms"
            .formatted(
                lambda.name(), lambda.scheduleRate(), untilNext.plusNanos(999_999).toMillis()),
        untilNext);
  }
}
