package dev.atf.validation;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.Dispatch;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.lambda.LogPolicy;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Translates a lambda between the protocol, where absent fields have their defaults, and the model.
 */
public final class LambdaCodec {
  private final Lambda lambda;
  private final Violations violations = new Violations();

  private LambdaCodec(Lambda lambda) {
    this.lambda = lambda;
  }

  /**
   * Parses the definition of a lambda.
   *
   * @param leaseMin the cluster's lease: a lambda can only lengthen it
   * @throws InvalidFieldException if a field is invalid; the exception names all violations
   */
  public static LambdaDefinition definition(Lambda lambda, Duration leaseMin, Instant now) {
    return new LambdaCodec(lambda).definition(leaseMin, now);
  }

  private LambdaDefinition definition(Duration leaseMin, Instant now) {
    var name = violations.parse(this::name, new LambdaName("unnamed"));
    var defaults = LambdaDefinition.withDefaults(name, now);
    var priorities = priorities();
    var asked =
        defaults
            .with()
            .priorities(priorities)
            .defaultPriority(defaultPriority(priorities))
            .retry(violations.parse(this::retry, defaults.retry()))
            .leaseTimeout(leaseTimeout(leaseMin))
            .shards(lambda.hasShards() ? lambda.getShards() : defaults.shards())
            .scheduleRate(lambda.getScheduleRate())
            .dispatchRate(lambda.getDispatchRate())
            .maxRunning(lambda.getMaxRunning())
            .payloadBytesMax(
                lambda.hasPayloadBytesMax()
                    ? lambda.getPayloadBytesMax()
                    : defaults.payloadBytesMax())
            .resultBytesMax(
                lambda.hasResultBytesMax() ? lambda.getResultBytesMax() : defaults.resultBytesMax())
            .retention(
                duration(
                    lambda.hasRetention(),
                    "retention",
                    lambda.getRetention(),
                    defaults.retention()))
            .maxLifetime(
                duration(
                    lambda.hasMaxLifetime(),
                    "maxLifetime",
                    lambda.getMaxLifetime(),
                    defaults.maxLifetime()))
            .owner(text("owner", lambda.getOwner()))
            .description(text("description", lambda.getDescription()))
            .history(
                violations.parse(
                    () -> history("history", lambda.getHistory(), lambda.getHistoryValue()),
                    defaults.history()))
            .logs(logs(defaults.logs()))
            .dispatch(violations.parse(this::dispatch, defaults.dispatch()))
            .onFatal(violations.parse(this::onFatal, defaults.onFatal()))
            .needs(needs())
            .canary(CanaryCodec.read(lambda, violations))
            .indexedLabels(indexedLabels())
            .fairness(fairness());
    var definition = violations.parse(asked::build, defaults);
    violations.requireValid();
    return definition;
  }

  private LambdaName name() {
    try {
      return new LambdaName(lambda.getName());
    } catch (InvalidFieldException e) {
      throw new InvalidFieldException("name", lambda.getName(), e.violations().get(0).expected());
    }
  }

  private String text(String field, String text) {
    return violations.parse(() -> WellFormed.require(field, text), "");
  }

  private LogPolicy logs(LogPolicy defaults) {
    return new LogPolicy(
        violations.parse(
            () -> history("logs", lambda.getLogs(), lambda.getLogsValue()), defaults.kept()),
        lambda.hasLogBytesMax() ? lambda.getLogBytesMax() : defaults.bytesMax());
  }

  /** Returns the valid names. The definition checks for too many priorities and duplicates. */
  private List<Priority> priorities() {
    var named = lambda.getPrioritiesList();
    if (named.isEmpty()) {
      return LambdaDefinition.PRIORITIES_DEFAULT;
    }
    if (named.size() > Limits.PRIORITIES_MAX) {
      violations.add("priorities", named.size() + " names", "1-8 different names, highest first");
      return LambdaDefinition.PRIORITIES_DEFAULT;
    }
    var priorities = new ArrayList<Priority>();
    for (int i = 0; i < named.size(); i++) {
      var name = named.get(i);
      priority("priorities[" + i + "]", name).ifPresent(priorities::add);
    }
    return priorities.isEmpty() ? LambdaDefinition.PRIORITIES_DEFAULT : priorities;
  }

  private Priority defaultPriority(List<Priority> priorities) {
    return lambda.getDefaultPriority().isEmpty()
        ? middle(priorities)
        : priority("defaultPriority", lambda.getDefaultPriority()).orElse(middle(priorities));
  }

  private Optional<Priority> priority(String field, String name) {
    try {
      return Optional.of(new Priority(name));
    } catch (InvalidFieldException e) {
      violations.add(field, name, e.violations().get(0).expected());
      return Optional.empty();
    }
  }

  private static Priority middle(List<Priority> priorities) {
    return priorities.get(priorities.size() / 2);
  }

  private RetryPolicy retry() {
    var retry = lambda.getRetry();
    var defaults = RetryPolicy.DEFAULT;
    return new RetryPolicy(
        retry.hasMaxAttempts() ? retry.getMaxAttempts() : defaults.maxAttempts(),
        duration(
            retry.hasInitialBackoff(),
            "retry.initialBackoff",
            retry.getInitialBackoff(),
            defaults.initialBackoff()),
        duration(
            retry.hasMaxBackoff(),
            "retry.maxBackoff",
            retry.getMaxBackoff(),
            defaults.maxBackoff()),
        retry.hasMultiplier() ? retry.getMultiplier() : defaults.multiplier(),
        violations.parse(this::retryBudget, defaults.budget()));
  }

  private RetryBudget retryBudget() {
    var retry = lambda.getRetry();
    var defaults = RetryBudget.DEFAULT;
    return new RetryBudget(
        retry.hasBudgetRatio() ? retry.getBudgetRatio() : defaults.ratio(),
        retry.hasBudgetPerSecond() ? retry.getBudgetPerSecond() : defaults.perSecond());
  }

  private @Nullable Duration leaseTimeout(Duration leaseMin) {
    if (!lambda.hasLeaseTimeout()) {
      return null;
    }
    var asked = duration(true, "leaseTimeout", lambda.getLeaseTimeout(), leaseMin);
    if (asked.compareTo(leaseMin) < 0) {
      violations.add("leaseTimeout", asked, "none, or at least the cluster's lease, " + leaseMin);
      return null;
    }
    return asked;
  }

  /** Returns the fairness settings; null if there are none. The definition checks their values. */
  private @Nullable Fairness fairness() {
    if (!lambda.hasFairness()) {
      return null;
    }
    var fairness = lambda.getFairness();
    for (var key : fairness.getWeightsMap().keySet()) {
      if (violations.isFull()) {
        break;
      }
      violations.parse(
          () -> new FairnessKey(WellFormed.require("fairness.weights", key)), new FairnessKey("-"));
    }
    return new Fairness(
        fairness.getWeightsMap(), fairness.getRatePerKey(), fairness.getRunningMaxPerKey());
  }

  /** Converts a duration to whole milliseconds. */
  private Duration duration(
      boolean present, String field, com.google.protobuf.Duration value, Duration otherwise) {
    if (!present) {
      return otherwise;
    }
    return violations.parse(
        () -> {
          var duration = CheckedTimes.duration(field, value);
          if (!duration.equals(duration.truncatedTo(ChronoUnit.MILLIS))) {
            throw new InvalidFieldException(field, duration, "whole milliseconds");
          }
          return duration;
        },
        otherwise);
  }

  private static History history(String field, Lambda.History value, int number) {
    return switch (value) {
      case HISTORY_UNSPECIFIED, FAILURES -> History.FAILURES;
      case NONE -> History.NONE;
      case ALL -> History.ALL;
      case UNRECOGNIZED -> throw new InvalidFieldException(field, number, "NONE, FAILURES or ALL");
    };
  }

  private static Lambda.History proto(History history) {
    return switch (history) {
      case NONE -> Lambda.History.NONE;
      case FAILURES -> Lambda.History.FAILURES;
      case ALL -> Lambda.History.ALL;
    };
  }

  private Dispatch dispatch() {
    return switch (lambda.getDispatch()) {
      case DISPATCH_UNSPECIFIED, EXPRESS -> Dispatch.EXPRESS;
      case POLLED -> Dispatch.POLLED;
      case UNRECOGNIZED ->
          throw new InvalidFieldException(
              "dispatch", lambda.getDispatchValue(), "EXPRESS or POLLED");
    };
  }

  private FatalPolicy onFatal() {
    return switch (lambda.getOnFatal()) {
      case ON_FATAL_UNSPECIFIED, CONTINUE -> FatalPolicy.CONTINUE;
      case HOLD -> FatalPolicy.HOLD;
      case UNRECOGNIZED ->
          throw new InvalidFieldException("onFatal", lambda.getOnFatalValue(), "CONTINUE or HOLD");
    };
  }

  /** Returns the valid names. The definition checks for too many needs and duplicates. */
  private List<Capability> needs() {
    var needs = new ArrayList<Capability>();
    for (int i = 0; i < lambda.getNeedsCount(); i++) {
      var name = lambda.getNeeds(i);
      if (Capability.isName(name)) {
        needs.add(new Capability(name));
      } else {
        violations.add("needs[" + i + "]", name, Capability.EXPECTED);
      }
    }
    return needs;
  }

  private List<String> indexedLabels() {
    for (int i = 0; i < lambda.getIndexedLabelsCount() && !violations.isFull(); i++) {
      text("indexedLabels[" + i + "]", lambda.getIndexedLabels(i));
    }
    return lambda.getIndexedLabelsList();
  }

  /** Returns the message with every default filled in, except the cluster's lease. */
  public static Lambda.Builder lambda(LambdaDefinition definition) {
    var lambda =
        Lambda.newBuilder()
            .setName(definition.name().value())
            .setOwner(definition.owner())
            .setDescription(definition.description())
            .setDefaultPriority(definition.defaultPriority().value())
            .setRetry(
                Lambda.Retry.newBuilder()
                    .setMaxAttempts(definition.retry().maxAttempts())
                    .setInitialBackoff(ProtoTimes.proto(definition.retry().initialBackoff()))
                    .setMaxBackoff(ProtoTimes.proto(definition.retry().maxBackoff()))
                    .setMultiplier(definition.retry().multiplier())
                    .setBudgetRatio(definition.retry().budget().ratio())
                    .setBudgetPerSecond(definition.retry().budget().perSecond()))
            .setShards(definition.shards())
            .setScheduleRate(definition.scheduleRate())
            .setDispatchRate(definition.dispatchRate())
            .setMaxRunning(definition.maxRunning())
            .setPayloadBytesMax(definition.payloadBytesMax())
            .setResultBytesMax(definition.resultBytesMax())
            .setRetention(ProtoTimes.proto(definition.retention()))
            .setMaxLifetime(ProtoTimes.proto(definition.maxLifetime()))
            .setHistory(proto(definition.history()))
            .setLogs(proto(definition.logs().kept()))
            .setLogBytesMax(definition.logs().bytesMax())
            .setDispatch(
                switch (definition.dispatch()) {
                  case EXPRESS -> Lambda.Dispatch.EXPRESS;
                  case POLLED -> Lambda.Dispatch.POLLED;
                })
            .setOnFatal(
                switch (definition.onFatal()) {
                  case CONTINUE -> Lambda.OnFatal.CONTINUE;
                  case HOLD -> Lambda.OnFatal.HOLD;
                })
            .setUpdatedAt(ProtoTimes.proto(definition.updatedAt()));
    definition.priorities().forEach(priority -> lambda.addPriorities(priority.value()));
    definition.needs().forEach(need -> lambda.addNeeds(need.value()));
    lambda.addAllIndexedLabels(definition.indexedLabels());
    var canary = definition.canary();
    if (canary != null) {
      lambda.setCanary(CanaryCodec.proto(canary));
    }
    var fairness = definition.fairness();
    if (fairness != null) {
      lambda.setFairness(
          Lambda.Fairness.newBuilder()
              .putAllWeights(fairness.weights())
              .setRatePerKey(fairness.ratePerKey())
              .setRunningMaxPerKey(fairness.runningMaxPerKey()));
    }
    var closedAt = definition.closedAt();
    if (closedAt != null) {
      lambda.setClosedAt(ProtoTimes.proto(closedAt));
    }
    var leaseTimeout = definition.leaseTimeout();
    if (leaseTimeout != null) {
      lambda.setLeaseTimeout(ProtoTimes.proto(leaseTimeout));
    }
    return lambda;
  }
}
