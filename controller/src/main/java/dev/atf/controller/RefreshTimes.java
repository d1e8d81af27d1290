package dev.atf.controller;

import java.time.Duration;

/**
 * When the lambdas' settings are asked for.
 *
 * @param known between two looks once all lambdas are known
 */
record RefreshTimes(Duration known) {
  /** While one of them is not registered yet. */
  static final Duration UNKNOWN = Duration.ofSeconds(1);
}
