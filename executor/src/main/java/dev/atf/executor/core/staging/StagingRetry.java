package dev.atf.executor.core.staging;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.random.RandomGenerator;

/** Retries of calls, so that a short outage does not fail the attempt. */
record StagingRetry(Backoff backoff, Threads threads, RandomGenerator random) {
  /** Maximum number of tries. They outlast the restart of one of several HSCs. */
  private static final int TRIES = 4;

  /** Call that is safe to repeat. */
  @FunctionalInterface
  interface Call<T> {
    T make() throws IOException, InterruptedException;
  }

  /**
   * Makes a call, and repeats it with pauses after temporary failures.
   *
   * @throws StatusRuntimeException the error of the last try
   */
  <T> T of(Call<T> call) throws IOException, InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        return call.make();
      } catch (StatusRuntimeException e) {
        if (failures == TRIES || !mayPass(e)) {
          throw e;
        }
        threads.sleep(backoff.after(failures, random));
      }
    }
  }

  private static boolean mayPass(StatusRuntimeException error) {
    return RpcErrors.reasonOf(error)
        .map(ErrorReason::retriable)
        .orElseGet(
            () ->
                switch (error.getStatus().getCode()) {
                  case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, UNKNOWN -> true;
                  default -> false;
                });
  }
}
