package dev.atf.executor.core.health;

import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.NextWorkRequest;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notice to the controller of this host that a health check fails. */
public final class HealthNotice {
  private static final Logger log = LoggerFactory.getLogger(HealthNotice.class);

  private final ExecutorIdentity identity;
  private final ControllerCalls controller;
  private final Duration timeout;

  public HealthNotice(ExecutorIdentity identity, ControllerCalls controller, Duration timeout) {
    this.identity = identity;
    this.controller = controller;
    this.timeout = timeout;
  }

  /**
   * Sends the notice once. The next failed check sends it again. The controller then answers the
   * waiting calls.
   */
  void failing(String failure) {
    var request =
        NextWorkRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .setThreads(identity.threads())
            .setTasksMax(1)
            .setWait(ProtoTimes.proto(Duration.ZERO))
            .setFailingCheck(failure)
            .build();
    try {
      var ignored = controller.nextWork(request, timeout);
    } catch (StatusRuntimeException e) {
      log.debug("failing health check not reported status={}", GrpcCall.brief(e.getStatus()));
    }
  }
}
