package dev.atf.frontend.explain;

import dev.atf.frontend.explain.Explanation.Reason;
import dev.atf.frontend.explain.Facts.Backlog;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.Spans;
import dev.atf.model.Association;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reasons of a task that a limit of its lambda holds back. */
final class LimitReasons {
  /** Share of its rate from which on a lambda counts as limited by it. */
  private static final double RATE_USED_UP = 0.8;

  private final Facts facts;
  private final Association task;
  private final Instant now;

  LimitReasons(Facts facts, Instant now) {
    this.facts = facts;
    this.task = facts.task();
    this.now = now;
  }

  /** Returns which limits on what runs at a time are reached. */
  List<Reason> full() {
    return Stream.of(lambdaFull(), keyFull()).flatMap(Optional::stream).toList();
  }

  private Optional<Reason> lambdaFull() {
    int max = facts.lambda().map(LambdaDefinition::maxRunning).orElse(0);
    return facts
        .running()
        .filter(running -> max > 0 && running >= max)
        .map(
            running ->
                new Reason(
                    ExplainCode.LAMBDA_FULL,
                    "%s of lambda %s %s, and at most %d may (maxRunning)"
                        .formatted(
                            Counted.of(running, "task"),
                            task.header().lambda(),
                            running == 1 ? "runs" : "run",
                            max)));
  }

  private Optional<Reason> keyFull() {
    int max = facts.lambda().map(known -> known.runningMax(task.header().group())).orElse(0);
    return facts
        .runningOfKey()
        .filter(running -> max > 0 && running >= max)
        .map(
            running ->
                new Reason(
                    ExplainCode.KEY_FULL,
                    "%s of fairness key %s of lambda %s %s, and at most %d may (fairness.runningMaxPerKey)"
                        .formatted(
                            Counted.of(running, "task"),
                            task.header().fairnessKey(),
                            task.header().lambda(),
                            running == 1 ? "runs" : "run",
                            max)));
  }

  /** Returns the rate that holds it back. */
  Optional<Reason> rate() {
    return dispatchRate().or(this::keyRate);
  }

  private Optional<Reason> dispatchRate() {
    double rate = facts.lambda().map(LambdaDefinition::dispatchRate).orElse(0.0);
    boolean othersBefore = facts.ahead().filter(ahead -> ahead.count() > 0).isPresent();
    boolean usedUp =
        facts.releasedPerSecond().map(released -> released >= RATE_USED_UP * rate).orElse(true);
    if (rate > 0 && facts.nextRelease().isPresent()) {
      var at = facts.nextRelease().get();
      return Optional.of(
          new Reason(
              ExplainCode.DISPATCH_RATE,
              "lambda %s releases at most %s tasks of each priority a second (dispatchRate): the next at %s, in %s"
                  .formatted(
                      task.header().lambda(),
                      rate < 1 ? Double.toString(rate) : number(rate),
                      at,
                      Spans.words(Duration.between(now, at))),
              null,
              at));
    }
    return rate > 0 && othersBefore && usedUp
        ? Optional.of(
            new Reason(
                ExplainCode.DISPATCH_RATE,
                "lambda %s releases at most %s tasks of each priority a second (dispatchRate) and %s are due before it"
                    .formatted(
                        task.header().lambda(),
                        number(rate),
                        facts.ahead().map(Backlog::toString).orElse("others"))))
        : Optional.empty();
  }

  private Optional<Reason> keyRate() {
    var fairness = facts.lambda().flatMap(known -> Optional.ofNullable(known.fairness()));
    var key = task.header().fairnessKey();
    return fairness
        .filter(it -> it.ratePerKey() > 0 && key != null)
        .flatMap(it -> facts.ahead().filter(ahead -> ahead.count() > 0))
        .map(
            ahead ->
                new Reason(
                    ExplainCode.KEY_RATE,
                    "lambda %s releases at most %s tasks of a fairness key and priority a second (fairness.ratePerKey), and %s of %s are due before it"
                        .formatted(
                            task.header().lambda(),
                            number(fairness.get().ratePerKey()),
                            ahead,
                            key)));
  }

  static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
