package dev.atf.frontend.explain;

import dev.atf.frontend.lambda.PendingTasks.Backlog;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reasons of a task that a limit of its lambda or tenant holds back. */
final class LimitReasons {
  /** Fraction of the permitted rate. At or above it, the rate counts as the cause of the delay. */
  private static final double RATE_USED_UP = 0.8;

  /** Shortest wait that the rate of a key explains. It is slightly longer than a poll interval. */
  private static final Duration SHORT_WAIT = Duration.ofSeconds(3);

  private static final MathContext SHORT = new MathContext(3);

  private final Facts facts;
  private final Association task;
  private final Instant now;

  LimitReasons(Facts facts, Instant now) {
    this.facts = facts;
    this.task = facts.task();
    this.now = now;
  }

  /** Returns the limits on running tasks that are reached. */
  List<Reason> full() {
    return Stream.of(lambdaFull(), tenantFull(), keyFull()).flatMap(Optional::stream).toList();
  }

  private Optional<Reason> lambdaFull() {
    return full(
        ExplainCode.LAMBDA_FULL,
        facts.running(),
        facts.lambda().map(LambdaDefinition::maxRunning).orElse(0),
        "lambda " + task.header().lambda(),
        "maxRunning");
  }

  private Optional<Reason> tenantFull() {
    return facts
        .tenant()
        .filter(tenant -> tenant.count() >= tenant.max())
        .map(
            tenant ->
                new Reason(
                    ExplainCode.TENANT_FULL,
                    "tenant %s runs %d of at most %s (runningMax)"
                        .formatted(
                            tenant.name(), tenant.count(), Counted.of(tenant.max(), "task"))));
  }

  private Optional<Reason> keyFull() {
    return full(
        ExplainCode.KEY_FULL,
        facts.runningOfKey(),
        facts.lambda().map(known -> known.runningMax(task.header().group())).orElse(0),
        "fairness key %s of lambda %s"
            .formatted(task.header().fairnessKey(), task.header().lambda()),
        "fairness.runningMaxPerKey");
  }

  private static Optional<Reason> full(
      ExplainCode code, Optional<Integer> running, int max, String of, String setting) {
    return running
        .filter(count -> max > 0 && count >= max)
        .map(
            count ->
                new Reason(
                    code,
                    "%s of %s %s, and at most %d may run (%s)"
                        .formatted(
                            Counted.of(count, "task"),
                            of,
                            count == 1 ? "runs" : "run",
                            max,
                            setting)));
  }

  /** Returns the rate limit that delays the task. */
  Optional<Reason> rate() {
    return dispatchRate().or(this::keyRate);
  }

  private Optional<Reason> dispatchRate() {
    double rate = facts.lambda().map(LambdaDefinition::dispatchRate).orElse(0.0);
    boolean othersBefore = facts.ahead().filter(ahead -> ahead.count() > 0).isPresent();
    boolean usedUp =
        facts.releasedPerSecond().map(released -> released >= RATE_USED_UP * rate).orElse(true);
    var next = facts.nextRelease().filter(at -> isOfRate(at, rate));
    if (rate > 0 && next.isPresent()) {
      var at = next.get();
      return Optional.of(
          new Reason(
              ExplainCode.DISPATCH_RATE,
              "lambda %s releases at most %s tasks per second and priority (dispatchRate): the next one at %s, in %s"
                  .formatted(
                      task.header().lambda(),
                      number(rate),
                      at,
                      DurationText.of(Duration.between(now, at))),
              null,
              at));
    }
    return rate > 0 && othersBefore && usedUp
        ? Optional.of(
            new Reason(
                ExplainCode.DISPATCH_RATE,
                "lambda %s releases at most %s tasks per second and priority (dispatchRate), and %s are due before it"
                    .formatted(
                        task.header().lambda(),
                        number(rate),
                        facts.ahead().map(Backlog::toString).orElse("others"))))
        : Optional.empty();
  }

  /**
   * Returns whether this rate may permit the next release as late as this. A store consumer with
   * one shard of many has the smallest part of the rate.
   */
  private boolean isOfRate(Instant at, double rate) {
    int shards = facts.lambda().map(LambdaDefinition::shards).orElse(1);
    return Duration.between(now, at).toMillis() <= 1_000 * shards / rate;
  }

  /** Returns the rate of the fairness key if it explains the wait. */
  private Optional<Reason> keyRate() {
    double rate =
        facts
            .lambda()
            .flatMap(known -> Optional.ofNullable(known.fairness()))
            .map(Fairness::ratePerKey)
            .orElse(0.0);
    var key = task.header().fairnessKey();
    var ahead = facts.ahead().orElse(new Backlog(0, true));
    if (rate == 0 || key == null || (ahead.count() == 0 && !mayHoldTheNext(rate))) {
      return Optional.empty();
    }
    var place =
        ahead.count() == 0
            ? "it is the next task of key " + key
            : "%s of key %s are due before it".formatted(ahead, key);
    return Optional.of(
        new Reason(
            ExplainCode.KEY_RATE,
            "lambda %s releases at most %s tasks per second for each fairness key and priority (fairness.ratePerKey)%s, and %s"
                .formatted(
                    task.header().lambda(),
                    number(rate),
                    rate < 1
                        ? ", one every "
                            + DurationText.of(Duration.ofMillis(Math.round(1_000 / rate)))
                        : "",
                    place)));
  }

  /** Returns whether a task that has waited for long may be the next one that a rate permits. */
  private boolean mayHoldTheNext(double rate) {
    var trigger = task.trigger();
    return trigger != null
        && trigger.at().isBefore(now.minus(SHORT_WAIT))
        && isOfRate(now.plus(SHORT_WAIT), rate);
  }

  static String number(double value) {
    if (value < 1) {
      return new BigDecimal(value).round(SHORT).stripTrailingZeros().toPlainString();
    }
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
