package dev.atf.controller;

import dev.atf.runtime.ProcessName;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Identity of one start of this worker host.
 *
 * @param named whether the host's owner has named the place; otherwise the name is valid only for
 *     this start
 * @param instance drawn at the start
 * @param version version of the program and its commit, from its archive; may be empty
 * @param offers what its executors can use
 */
record HostIdentity(
    String place,
    boolean named,
    String instance,
    Instant startedAt,
    String host,
    String version,
    List<String> offers) {
  HostIdentity {
    offers = List.copyOf(offers);
  }

  /**
   * Draws the identity of a new start.
   *
   * @param place name of the place; empty: a new name for this start
   */
  static HostIdentity of(
      String place, ProcessName process, List<String> offers, Instant now, RandomGenerator random) {
    var version = HostIdentity.class.getPackage().getImplementationVersion();
    return new HostIdentity(
        place.isEmpty() ? process.unique(random) : place,
        !place.isEmpty(),
        HexFormat.of().toHexDigits(random.nextLong()),
        now,
        process.host(),
        version == null ? "" : version,
        offers);
  }
}
