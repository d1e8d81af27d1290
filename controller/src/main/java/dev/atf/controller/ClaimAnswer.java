package dev.atf.controller;

import dev.atf.protocol.v1.ClaimVerdict;
import java.util.List;
import java.util.OptionalInt;

/** Answer of the HSC about references. */
sealed interface ClaimAnswer {
  /**
   * @param sentAt when the first request left, on the monotonic clock: no lease began earlier
   * @param verdicts one for each reference, in their order
   * @param free number of further tasks of the lambda that may run; empty if the HSC named no limit
   * @param claimMax maximum number of references of one claim
   */
  record Answered(long sentAt, List<ClaimVerdict> verdicts, OptionalInt free, int claimMax)
      implements ClaimAnswer {}

  /**
   * The HSC does not work. The references may be asked for again, with other claim ids.
   *
   * @param reached true if an HSC said so: then it may serve other lambdas
   */
  record Unavailable(boolean reached) implements ClaimAnswer {}

  /**
   * No HSC answered in time; some may be claimed. The references are not to be used: an unclaimed
   * one comes back by the visibility of its message, a claimed one by its lease.
   */
  record Unknown() implements ClaimAnswer {}
}
