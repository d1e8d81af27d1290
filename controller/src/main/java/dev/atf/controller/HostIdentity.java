package dev.atf.controller;

import dev.atf.runtime.ProcessName;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Identity of one start of this worker host.
 *
 * @param named whether the host's owner has named the place; otherwise the name is only valid for
 *     this start
 * @param instance random id of this start
 * @param version version and commit of the program, from its archive; may be empty
 * @param offers capabilities that its executors can use
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
   * Creates the identity of a new start.
   *
   * @param place name of the place; empty for a new name
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
