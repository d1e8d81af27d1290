package dev.atf.frontend.lambda;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.validation.LambdaCodec;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * The start of a process in which other services run beside the frontend. Calls are answered while
 * it lasts, so it writes no definition that is there: a client may just have changed it.
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

  /** Lets the health check fail until {@link #end}; called before the frontend starts. */
  public void begin() {
    lasts = true;
  }

  public void end() {
    lasts = false;
  }

  public boolean isOver() {
    return !lasts;
  }

  /** Creates the queues of all lambdas where they are missing, also of those that are closed. */
  public void createQueues() {
    registration.ensureQueues();
  }

  /** Registers a lambda unless it is registered; one that is closed stays closed. */
  public void registerIfAbsent(Lambda lambda) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    registration.registerIfAbsent(LambdaCodec.definition(lambda, cluster.lease(), now));
  }
}
