package dev.atf.frontend.lambda;

import dev.atf.frontend.rpc.RetryAfter;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.LambdaRegistry;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cache of the definitions of lambdas, at most {@link FrontendTuning#lambdaCacheAge} old. An
 * unknown lambda is read from the registry, so that it works as soon as it is registered. Only
 * existing lambdas are kept, which are a few hundred at most.
 */
@Singleton
public final class LambdaCache {
  private record Cached(LambdaDefinition definition, long readAt) {}

  private final LambdaRegistry registry;
  private final MonotonicClock clock;
  private final Duration ageMax;
  private final Map<LambdaName, Cached> cached = new ConcurrentHashMap<>();

  @Inject
  LambdaCache(LambdaRegistry registry, MonotonicClock clock, FrontendTuning tuning) {
    this.ageMax = tuning.lambdaCacheAge();
    this.registry = registry;
    this.clock = clock;
  }

  public Optional<LambdaDefinition> find(LambdaName name) {
    var known = cached.get(name);
    if (known != null && clock.since(known.readAt()).compareTo(ageMax) < 0) {
      return Optional.of(known.definition());
    }
    long readAt = clock.nanos();
    var read = registry.find(name);
    read.ifPresentOrElse(
        definition -> cached.put(name, new Cached(definition, readAt)), () -> cached.remove(name));
    return read;
  }

  /** Finds a lambda that accepts tasks. */
  public Optional<LambdaDefinition> findOpen(LambdaName name) {
    return find(name).filter(lambda -> lambda.closedAt() == null);
  }

  /**
   * Returns a lambda, which may be closed.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND
   */
  public LambdaDefinition require(LambdaName name) {
    return find(name).orElseThrow(() -> notFound(name));
  }

  /**
   * Returns a lambda that accepts tasks.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, LAMBDA_CLOSING
   */
  public LambdaDefinition requireOpen(LambdaName name) {
    var lambda = require(name);
    if (lambda.closedAt() != null) {
      throw StatusProto.toStatusRuntimeException(
          RetryAfter.never(
              ErrorReason.LAMBDA_CLOSING,
              "lambda %s is being deleted since %s and takes no tasks; registering it again opens it"
                  .formatted(name, lambda.closedAt())));
    }
    return lambda;
  }

  /**
   * Forgets a lambda after this process has registered it, so that the process uses the new
   * definition from now on.
   */
  void forget(LambdaName name) {
    cached.remove(name);
  }

  public static StatusRuntimeException notFound(LambdaName name) {
    return RpcErrors.lambdaNotFound(name.value());
  }
}
