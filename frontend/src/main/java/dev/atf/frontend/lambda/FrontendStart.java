package dev.atf.frontend.lambda;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.validation.LambdaCodec;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Start of a process that runs other services in addition to the frontend. Calls are answered
 * during the start, so it overwrites no existing definition, which a client may just have changed.
 */
@Singleton
public final class FrontendStart {
  private final LambdaRegistration registration;
  private final LeaseTimes cluster;
  private final InstantSource clock;
  private volatile boolean lasts;

  @Inject
  FrontendStart(LambdaRegistration registration, LeaseTimes cluster, InstantSource clock) {
    this.registration = registration;
    this.cluster = cluster;
    this.clock = clock;
  }

  /**
   * Makes the health check fail until {@link #end}. It must be called before the frontend starts.
   */
  public void begin() {
    lasts = true;
  }

  public void end() {
    lasts = false;
  }

  public boolean isOver() {
    return !lasts;
  }

  /** Creates the missing queues of all lambdas, including closed ones. */
  public void createQueues() {
    registration.ensureQueues();
  }

  /**
   * Registers a lambda unless it is already registered, or a route has its name. A closed lambda
   * stays closed.
   */
  public void registerIfAbsent(Lambda lambda) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    registration.registerIfAbsent(LambdaCodec.definition(lambda, cluster.lease(), now));
  }
}
