package dev.atf.frontend.lambda;

import dev.atf.frontend.rpc.RetryAfter;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.StoreException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes a lambda that no route names and that has no unfinished tasks, no periodic tasks and no
 * step in a live job. The first step closes the lambda for new tasks and ends its canaries. The
 * second step follows when every process must know of the first one; it checks again and deletes
 * the lambda. Finished tasks, including dead letters, do not prevent the deletion, and can be read
 * by their ids until they expire. The store consumers turn tasks that a slower index shows
 * afterwards into dead letters (ADR 0043).
 */
final class LambdaDeletion {
  private static final Logger log = LoggerFactory.getLogger(LambdaDeletion.class);

  /** Assumed maximum lag of the index: ten times the lag of a healthy one. */
  static final Duration INDEX_LAG_MAX = Duration.ofSeconds(5);

  private final LambdaRegistry registry;
  private final LambdaCache cache;
  private final LambdaUse use;
  private final CanarySetting canaries;
  private final GateRegistry gates;
  private final QueueAdmin queues;
  private final FrontendConfig config;

  @Inject
  LambdaDeletion(
      LambdaRegistry registry,
      LambdaCache cache,
      LambdaUse use,
      CanarySetting canaries,
      GateRegistry gates,
      QueueAdmin queues,
      FrontendConfig config) {
    this.registry = registry;
    this.cache = cache;
    this.use = use;
    this.canaries = canaries;
    this.gates = gates;
    this.queues = queues;
    this.config = config;
  }

  /**
   * Deletes the lambda. Once it is deleted, a further call fails with LAMBDA_NOT_FOUND.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND; ROUTE_NAMES_IT; LAMBDA_NOT_EMPTY;
   *     LAMBDA_CLOSING with the time to wait before the next call; CHANGED_MEANWHILE
   */
  void delete(LambdaName name, Instant now) {
    var lambda = registry.find(name).orElseThrow(() -> LambdaCache.notFound(name));
    var closedAt = lambda.closedAt();
    if (closedAt == null) {
      use.requireNone(lambda, canaries.latest(lambda));
      close(lambda, now);
      canaries.remove(lambda, now);
      throw closing(name, closingTime(config));
    }
    var left = Duration.between(now, closedAt.plus(closingTime(config)));
    if (!left.isNegative() && !left.isZero()) {
      throw closing(name, left);
    }
    canaries.remove(lambda, now);
    use.requireNone(lambda, Optional.empty());
    var gatesBefore = gates.read().of(name);
    if (!registry.delete(lambda, now.truncatedTo(ChronoUnit.MILLIS))) {
      throw changed(name);
    }
    cache.forget(name);
    log.info("lambda={} deleted", name);
    forget(lambda, gatesBefore);
    forgetOthers(now);
  }

  /** Forgets lambdas whose deletion is no longer requested. */
  private void forgetOthers(Instant now) {
    try {
      registry.deleted().stream()
          .filter(deleted -> !deleted.isWatched(now))
          .forEach(registry::forget);
    } catch (StoreException e) {
      log.warn("lambdas that were deleted long ago are kept until another one is deleted", e);
    }
  }

  /**
   * Returns the time after which no frontend admits a task, all admitted tasks are written, and the
   * index shows them. It allows for the clocks of two hosts, and assumes that all frontends have
   * the same tuning.
   */
  static Duration closingTime(FrontendConfig config) {
    return config
        .tuning()
        .lambdaCacheAge()
        // The last write of an admitted task begins before its call ends.
        .plus(config.server().requestTimeout())
        .plus(config.storeCallTimeout())
        .plus(INDEX_LAG_MAX)
        .plus(config.lease().clockErrorMax().multipliedBy(2));
  }

  private void close(LambdaDefinition lambda, Instant now) {
    if (!registry.put(lambda.withClosedAt(now), Optional.of(lambda))) {
      throw changed(lambda.name());
    }
    cache.forget(lambda.name());
    log.info("lambda={} closed", lambda.name());
  }

  /**
   * Deletes data that a new lambda of the same name would find. Its registration also deletes the
   * gates. If the name is already registered again, its new gates and its queues are kept.
   */
  private void forget(LambdaDefinition lambda, List<Gate> gatesBefore) {
    try {
      gatesBefore.forEach(gates::delete);
    } catch (StoreException e) {
      log.warn(
          "lambda={} its gates are left behind until one of its name is registered",
          lambda.name(),
          e);
    }
    if (!config.createQueues()) {
      return;
    }
    for (var priority : lambda.priorities()) {
      var queue = new QueueName(lambda.name(), priority);
      try {
        if (!isUsed(queue)) {
          queues.delete(queue);
        }
      } catch (StoreException | QueueUnavailableException e) {
        log.warn("queue={} is left behind, empty", queue, e);
      }
    }
  }

  private boolean isUsed(QueueName queue) {
    return registry
        .find(queue.lambda())
        .filter(lambda -> lambda.priorities().contains(queue.priority()))
        .isPresent();
  }

  private static StatusRuntimeException closing(LambdaName name, Duration left) {
    return StatusProto.toStatusRuntimeException(
        RetryAfter.status(
            ErrorReason.LAMBDA_CLOSING,
            "lambda %s is closed for new tasks; a call in %d s or later deletes it"
                .formatted(name, left.toSeconds() + 1),
            left));
  }

  private static StatusRuntimeException changed(LambdaName name) {
    return RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE,
        "lambda %s is being changed by others; try again".formatted(name));
  }
}
