package dev.atf.simulation.world;

import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import java.time.Duration;

/** Calls of an executor to its controller; reports to the rules while they wait for work. */
record WatchedRequests(ControllerCalls calls, EventLog log) implements ControllerCalls {
  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    var lambda = new LambdaName(request.getLambda());
    log.workAwaited(lambda);
    try {
      return calls.nextWork(request, timeout);
    } finally {
      log.workAnswered(lambda);
    }
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    calls.returnWork(request, timeout);
  }

  @Override
  public void stopWaiting() {
    calls.stopWaiting();
  }
}
