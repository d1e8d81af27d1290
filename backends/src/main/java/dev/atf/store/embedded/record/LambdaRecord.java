package dev.atf.store.embedded.record;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lambda definition as the value of its key, with times and durations in nanoseconds. */
public final class LambdaRecord {
  private LambdaRecord() {}

  /**
   * Returns the record of a lambda, which may be a deleted one.
   *
   * @param stored record to replace; empty if there is none
   */
  public static byte[] of(LambdaRegistry.Row row, Optional<byte[]> stored) {
    var message = message(row.lambda());
    Optional.ofNullable(row.deletedAt()).ifPresent(at -> message.setDeletedAt(timestamp(at)));
    return Layout.of(message.build(), stored);
  }

  private static Stored.Lambda.Builder message(LambdaDefinition lambda) {
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
    Optional.ofNullable(lambda.leaseTimeout())
        .ifPresent(leaseTimeout -> message.setLeaseTimeout(duration(leaseTimeout)));
    Optional.ofNullable(lambda.canary()).ifPresent(canary -> message.setCanary(message(canary)));
    Optional.ofNullable(lambda.fairness())
        .ifPresent(
            fairness ->
                message.setFairness(
                    Stored.Fairness.newBuilder()
                        .setRatePerKey(fairness.ratePerKey())
                        .setRunningMaxPerKey(fairness.runningMaxPerKey())
                        .putAllWeights(fairness.weights())));
    @Nullable Instant closedAt = lambda.closedAt();
    return closedAt == null ? message : message.setClosedAt(timestamp(closedAt));
  }

  public static LambdaRegistry.Row read(byte[] record) {
    var message = Layout.read(Stored.Lambda.parser(), record);
    return new LambdaRegistry.Row(
        lambda(message), message.hasDeletedAt() ? instant(message.getDeletedAt()) : null);
  }

  private static LambdaDefinition lambda(Stored.Lambda message) {
    return new LambdaDefinition(
        new LambdaName(message.getName()),
        message.getOwner(),
        message.getDescription(),
        message.getPrioritiesList().stream().map(Priority::new).toList(),
        new Priority(message.getDefaultPriority()),
        new RetryPolicy(
            message.getMaxAttempts(),
            duration(message.getInitialBackoff()),
            duration(message.getMaxBackoff()),
            message.getMultiplier(),
            new RetryBudget(message.getBudgetRatio(), message.getBudgetPerSecond())),
        message.hasLeaseTimeout() ? duration(message.getLeaseTimeout()) : null,
        message.getShards(),
        message.getScheduleRate(),
        message.getDispatchRate(),
        message.getMaxRunning(),
        message.getPayloadBytesMax(),
        duration(message.getRetention()),
        duration(message.getMaxLifetime()),
        LambdaDefinition.History.valueOf(message.getHistory().name()),
        LambdaDefinition.Dispatch.valueOf(message.getDispatch().name()),
        instant(message.getUpdatedAt()),
        message.hasClosedAt() ? instant(message.getClosedAt()) : null,
        FatalPolicy.valueOf(message.getOnFatal().name()),
        message.getNeedsList().stream().map(Capability::new).toList(),
        message.hasCanary() ? canary(message.getCanary()) : null,
        message.getIndexedLabelsList(),
        message.hasLogs()
            ? new LogPolicy(
                LambdaDefinition.History.valueOf(message.getLogs().name()),
                message.getLogBytesMax())
            : LogPolicy.DEFAULT,
        message.hasFairness()
            ? new Fairness(
                message.getFairness().getWeightsMap(),
                message.getFairness().getRatePerKey(),
                message.getFairness().getRunningMaxPerKey())
            : null);
  }

  private static Stored.Canary message(Canary canary) {
    return Stored.Canary.newBuilder()
        .setEvery(canary.every().toMillis())
        .setDeadline(canary.deadline().toMillis())
        .setPayload(ByteString.copyFrom(canary.payload().bytes()))
        .setContentType(canary.payload().contentType())
        .build();
  }

  private static Canary canary(Stored.Canary message) {
    return new Canary(
        Duration.ofMillis(message.getEvery()),
        Duration.ofMillis(message.getDeadline()),
        new Payload(message.getPayload().toByteArray(), message.getContentType()));
  }

  static Timestamp timestamp(Instant at) {
    return Timestamp.newBuilder().setSeconds(at.getEpochSecond()).setNanos(at.getNano()).build();
  }

  static Instant instant(Timestamp at) {
    return Instant.ofEpochSecond(at.getSeconds(), at.getNanos());
  }

  private static com.google.protobuf.Duration duration(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  private static Duration duration(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }
}
