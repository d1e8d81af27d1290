package dev.atf.hsc.log;

import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.log.LogPart;

/**
 * Parsed AppendLog call.
 *
 * @param number of the part, from 1
 */
public record LogCall(LambdaName lambda, Attempt attempt, int number, LogPart part) {
  /** Chosen: five hours of output every two seconds. */
  public static final int NUMBER_MAX = 10_000;
}
