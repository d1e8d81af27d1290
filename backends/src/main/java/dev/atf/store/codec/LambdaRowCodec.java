package dev.atf.store.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.check.Limits;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.lambda.Canary;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LogPolicy;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.stored.Stored;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Rows of lambdas as stored messages, with times and durations in nanoseconds. */
public final class LambdaRowCodec {
  private LambdaRowCodec() {}

  public static Stored.Lambda write(LambdaRegistry.Row row) {
    var lambda = row.lambda();
    var retry = lambda.retry();
    var message =
        Stored.Lambda.newBuilder()
            .setName(lambda.name().value())
            .setOwner(lambda.owner())
            .setDescription(lambda.description())
            .addAllPriorities(lambda.priorities().stream().map(Priority::value).toList())
            .setDefaultPriority(lambda.defaultPriority().value())
            .setMaxAttempts(retry.maxAttempts())
            .setInitialBackoff(duration(retry.initialBackoff()))
            .setMaxBackoff(duration(retry.maxBackoff()))
            .setMultiplier(retry.multiplier())
            .setBudgetRatio(retry.budget().ratio())
            .setBudgetPerSecond(retry.budget().perSecond())
            .setShards(lambda.shards())
            .setScheduleRate(lambda.scheduleRate())
            .setDispatchRate(lambda.dispatchRate())
            .setMaxRunning(lambda.maxRunning())
            .setPayloadBytesMax(lambda.payloadBytesMax())
            .setRetention(duration(lambda.retention()))
            .setMaxLifetime(duration(lambda.maxLifetime()))
            .setHistory(Stored.Lambda.History.valueOf(lambda.history().name()))
            .setDispatch(Stored.Lambda.Dispatch.valueOf(lambda.dispatch().name()))
            .setUpdatedAt(timestamp(lambda.updatedAt()))
            .setOnFatal(Stored.Lambda.OnFatal.valueOf(lambda.onFatal().name()))
            .addAllNeeds(lambda.needs().stream().map(Capability::value).toList())
            .addAllIndexedLabels(lambda.indexedLabels())
            .setLogs(Stored.Lambda.History.valueOf(lambda.logs().kept().name()))
            .setLogBytesMax(lambda.logs().bytesMax());
    @Nullable Duration leaseTimeout = lambda.leaseTimeout();
    if (leaseTimeout != null) {
      message.setLeaseTimeout(duration(leaseTimeout));
    }
    @Nullable Canary canary = lambda.canary();
    if (canary != null) {
      message
          .getCanaryBuilder()
          .setEvery(canary.every().toMillis())
          .setDeadline(canary.deadline().toMillis())
          .setPayload(ByteString.copyFrom(canary.payload().bytes()))
          .setContentType(canary.payload().contentType());
    }
    @Nullable Fairness fairness = lambda.fairness();
    if (fairness != null) {
      message
          .getFairnessBuilder()
          .setRatePerKey(fairness.ratePerKey())
          .setRunningMaxPerKey(fairness.runningMaxPerKey())
          .putAllWeights(fairness.weights());
    }
    if (lambda.resultBytesMax() != Limits.RESULT_BYTES_MAX) {
      message.setResultBytesMax(lambda.resultBytesMax());
    }
    @Nullable Instant closedAt = lambda.closedAt();
    if (closedAt != null) {
      message.setClosedAt(timestamp(closedAt));
    }
    @Nullable Instant deletedAt = row.deletedAt();
    if (deletedAt != null) {
      message.setDeletedAt(timestamp(deletedAt));
    }
    return message.build();
  }

  public static LambdaRegistry.Row read(Stored.Lambda message) {
    var name = new LambdaName(message.getName());
    // It would be read as 1970. Without another time or duration, the definition is invalid.
    if (!message.hasUpdatedAt()) {
      throw new IllegalStateException("lambda " + name + " has no updatedAt");
    }
    var lambda =
        LambdaDefinition.withDefaults(name, instant(message.getUpdatedAt()))
            .with()
            .owner(message.getOwner())
            .description(message.getDescription())
            .priorities(message.getPrioritiesList().stream().map(Priority::new).toList())
            .defaultPriority(new Priority(message.getDefaultPriority()))
            .retry(
                new RetryPolicy(
                    message.getMaxAttempts(),
                    duration(message.getInitialBackoff()),
                    duration(message.getMaxBackoff()),
                    message.getMultiplier(),
                    new RetryBudget(message.getBudgetRatio(), message.getBudgetPerSecond())))
            .shards(message.getShards())
            .scheduleRate(message.getScheduleRate())
            .dispatchRate(message.getDispatchRate())
            .maxRunning(message.getMaxRunning())
            .payloadBytesMax(message.getPayloadBytesMax())
            .retention(duration(message.getRetention()))
            .maxLifetime(duration(message.getMaxLifetime()))
            .history(LambdaDefinition.History.valueOf(message.getHistory().name()))
            .dispatch(LambdaDefinition.Dispatch.valueOf(message.getDispatch().name()))
            .onFatal(FatalPolicy.valueOf(message.getOnFatal().name()))
            .needs(message.getNeedsList().stream().map(Capability::new).toList())
            .indexedLabels(message.getIndexedLabelsList());
    if (message.hasLeaseTimeout()) {
      lambda.leaseTimeout(duration(message.getLeaseTimeout()));
    }
    if (message.hasClosedAt()) {
      lambda.closedAt(instant(message.getClosedAt()));
    }
    if (message.hasCanary()) {
      var canary = message.getCanary();
      lambda.canary(
          new Canary(
              Duration.ofMillis(canary.getEvery()),
              Duration.ofMillis(canary.getDeadline()),
              new Payload(canary.getPayload().toByteArray(), canary.getContentType())));
    }
    if (message.hasLogs()) {
      var kept = LambdaDefinition.History.valueOf(message.getLogs().name());
      lambda.logs(new LogPolicy(kept, message.getLogBytesMax()));
    }
    if (message.hasFairness()) {
      var fairness = message.getFairness();
      lambda.fairness(
          new Fairness(
              fairness.getWeightsMap(), fairness.getRatePerKey(), fairness.getRunningMaxPerKey()));
    }
    if (message.hasResultBytesMax()) {
      lambda.resultBytesMax(message.getResultBytesMax());
    }
    return new LambdaRegistry.Row(
        lambda.build(), message.hasDeletedAt() ? instant(message.getDeletedAt()) : null);
  }

  public static Timestamp timestamp(Instant at) {
    return Timestamp.newBuilder().setSeconds(at.getEpochSecond()).setNanos(at.getNano()).build();
  }

  public static Instant instant(Timestamp at) {
    return Instant.ofEpochSecond(at.getSeconds(), at.getNanos());
  }

  public static com.google.protobuf.Duration duration(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  public static Duration duration(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }
}
