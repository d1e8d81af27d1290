package dev.atf.frontend.schedule;

import com.google.rpc.Status;
import dev.atf.access.AccessControl;
import dev.atf.access.Tenancy;
import dev.atf.access.TenantQuota;
import dev.atf.frontend.lambda.TenantBacklog;
import dev.atf.frontend.member.FrontendPeers;
import dev.atf.frontend.rpc.RetryAfter;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.rate.TokenBucket;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits how many tasks of each lambda this frontend may admit now. All live frontends evenly share
 * the lambda's rate, the rate of its tenant, and the number of tasks that its tenant may have
 * unfinished.
 */
@Singleton
public final class ScheduleQuota {
  /** Maximum burst: tokens accumulate for one second. */
  private static final double BURST_SECONDS = 1;

  private final FrontendPeers peers;
  private final AccessControl access;
  private final TenantBacklog backlog;
  private final MonotonicClock clock;
  private final Counter refused;
  private final Counter refusedPending;

  /** Buckets of lambdas and tenants with a rate, which are a few hundred at most. */
  private final Map<String, TokenBucket> buckets = new ConcurrentHashMap<>();

  @Inject
  ScheduleQuota(
      FrontendPeers peers,
      AccessControl access,
      TenantBacklog backlog,
      MonotonicClock clock,
      MeterRegistry metrics) {
    this.peers = peers;
    this.access = access;
    this.backlog = backlog;
    this.clock = clock;
    this.refused =
        Counter.builder("atf.frontend.quota.refused")
            .description("tasks refused because a scheduleRate was used up")
            .register(metrics);
    this.refusedPending =
        Counter.builder("atf.frontend.quota.pending.refused")
            .description("tasks refused because a tenant had its pendingMax of unfinished tasks")
            .register(metrics);
  }

  /**
   * Takes a token and a place among the tenant's unfinished tasks. If either is not available, the
   * result is a refusal with the time to wait.
   */
  public Optional<Status> take(LambdaDefinition lambda) {
    double rate = lambda.scheduleRate();
    var waitForLambda = take(bucketOf(lambda), rate);
    if (waitForLambda.isPresent()) {
      return Optional.of(exceeded("lambda " + lambda.name(), rate, waitForLambda.get()));
    }
    var quota = access.quotaOfTenant(lambda.name().value());
    double tenantRate = quota.map(TenantQuota::scheduleRate).orElse(0.0);
    var waitForTenant = take(bucketOfTenant(lambda), tenantRate);
    if (waitForTenant.isPresent()) {
      returnToken(bucketOf(lambda));
      return Optional.of(
          exceeded("the tenant of lambda " + lambda.name(), tenantRate, waitForTenant.get()));
    }
    int pendingMax = quota.map(TenantQuota::pendingMax).orElse(0);
    return pendingMax == 0 ? Optional.empty() : takePlace(lambda, pendingMax);
  }

  private Optional<Status> takePlace(LambdaDefinition lambda, int pendingMax) {
    var tenant = Tenancy.of(lambda.name().value());
    var full = backlog.take(tenant, pendingMax);
    if (full.isPresent()) {
      returnToken(bucketOf(lambda));
      returnToken(bucketOfTenant(lambda));
      refusedPending.increment();
    }
    return full.map(
        it ->
            RetryAfter.status(
                ErrorReason.TENANT_PENDING_QUOTA,
                "tenant: %s has about %d unfinished tasks (expected: fewer than %d, its quota pendingMax); counted again in %d ms"
                    .formatted(tenant, it.pending(), pendingMax, it.untilNext().toMillis()),
                it.untilNext()));
  }

  /** Returns the token and the place of a call that created no task. */
  public void refund(LambdaDefinition lambda) {
    returnToken(bucketOf(lambda));
    returnToken(bucketOfTenant(lambda));
    backlog.free(Tenancy.of(lambda.name().value()));
  }

  /**
   * Takes a token, or returns the time until there is one; empty if a token was taken or is not
   * needed.
   */
  private Optional<Duration> take(String name, double rate) {
    if (rate <= 0) {
      return Optional.empty();
    }
    double share = rate / peers.count();
    var wait = new Duration[1];
    buckets.compute(
        name,
        (key, bucket) -> {
          long now = clock.nanos();
          var filled =
              bucket == null
                  ? TokenBucket.full(share, share * BURST_SECONDS, now)
                  : bucket.withRate(share, share * BURST_SECONDS, now);
          wait[0] = filled.untilNext();
          return wait[0].isZero() ? filled.without(1) : filled;
        });
    if (wait[0].isZero()) {
      return Optional.empty();
    }
    refused.increment();
    return Optional.of(wait[0]);
  }

  private void returnToken(String name) {
    buckets.computeIfPresent(name, (key, bucket) -> bucket.without(-1));
  }

  private static String bucketOf(LambdaDefinition lambda) {
    return lambda.name().value();
  }

  /** Returns the name of a tenant's bucket. No lambda can have this name. */
  private static String bucketOfTenant(LambdaDefinition lambda) {
    return "tenant/" + Tenancy.of(lambda.name().value());
  }

  private static Status exceeded(String whose, double rate, Duration untilNext) {
    return RetryAfter.status(
        ErrorReason.QUOTA_EXCEEDED,
        "%s takes %s tasks a second (scheduleRate); try again in %d ms"
            .formatted(whose, rate, untilNext.plusNanos(999_999).toMillis()),
        untilNext);
  }
}
