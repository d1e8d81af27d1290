package dev.atf.hsc.claim;

import dev.atf.protocol.v1.ClaimVerdict;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** Claims that are sent at the same time. */
final class ConcurrentClaims {
  private static final int THREADS = 8;

  private ConcurrentClaims() {}

  /** Returns how many were granted. */
  static int granted(List<Callable<ClaimVerdict>> claims) throws Exception {
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      int granted = 0;
      for (var verdict : threads.invokeAll(claims)) {
        granted += verdict.get().hasClaimed() ? 1 : 0;
      }
      return granted;
    } finally {
      threads.shutdown();
    }
  }
}
