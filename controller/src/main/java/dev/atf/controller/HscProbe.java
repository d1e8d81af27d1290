package dev.atf.controller;

import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.runtime.loop.WakeableStep;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Step that probes the HSC while the breaker blocks all calls, until the HSC answers again. */
final class HscProbe implements WakeableStep {
  private static final Logger log = LoggerFactory.getLogger(HscProbe.class);

  /** Maximum pause. The opening of the breaker ends it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final Breaker breaker;
  private final ServedLambdas lambdas;
  private final HscServiceBlockingStub hsc;
  private final ControllerConfig config;

  @Inject
  HscProbe(
      ControllerConfig config, Breaker breaker, ServedLambdas lambdas, HscServiceBlockingStub hsc) {
    this.breaker = breaker;
    this.lambdas = lambdas;
    this.hsc = hsc;
    this.config = config;
  }

  @Override
  public void whenEarlier(Runnable wake) {
    breaker.whenOpened(wake);
  }

  @Override
  public Duration turn() {
    if (breaker.wantsProbe()) {
      probe();
    }
    return breaker.untilProbe(IDLE);
  }

  private void probe() {
    var one = lambdas.names().iterator().next();
    try {
      var answer =
          CallTimeout.on(hsc, config.claimTimeout())
              .describeLambdas(DescribeLambdasRequest.newBuilder().addLambdas(one.value()).build());
      log.info("the HSC answers again, lambdas={}", answer.getLambdasCount());
      breaker.probed();
    } catch (StatusRuntimeException e) {
      log.info("the HSC does not answer a probe, status={}", e.getStatus().getCode());
      breaker.probeFailed();
    }
  }
}
