package dev.atf.controller;

import dev.atf.runtime.ProcessName;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Identity of one start of this worker host.
 *
 * @param named whether the place was given by the host's owner; otherwise it is of this start alone
 * @param instance drawn at the start
 * @param version of the program and its commit, as its archive has them; may be empty
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
   * @param place empty: a name of this start alone
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
