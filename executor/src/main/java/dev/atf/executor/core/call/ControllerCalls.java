package dev.atf.executor.core.call;

import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import java.time.Duration;

/**
 * Calls of this host's controller. Every call ends within its time-out, with an {@link
 * io.grpc.StatusRuntimeException} if there is no answer.
 */
public interface ControllerCalls {
  /**
   * Waits for work. If an answer with work is lost, the work becomes due again when its lease
   * expires.
   */
  NextWorkResponse nextWork(NextWorkRequest request, Duration timeout);

  void returnWork(ReturnWorkRequest request, Duration timeout);

  /**
   * Stops all waiting for work, now and later. Calls in progress are answered, with any work that
   * was just claimed for them, or fail with CANCELLED. This method returns within the time that a
   * claim may take.
   */
  void stopWaiting();
}
