package dev.atf.standalone.bench.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Task systems of others, to be measured beside ATF. The product needs none of them: they come with
 * the class path, or are not there.
 */
public interface Peers {
  /** Those of the class path. */
  static Optional<Peers> find() {
    return ServiceLoader.load(Peers.class).findFirst();
  }

  /** The names of those that the others are compared with. */
  Set<String> yardsticks();

  /**
   * Each as its documents advise for such a workload.
   *
   * @param priorities whether there are urgent jobs in it: who pays for priorities only when they
   *     are switched on has them on then, and else not
   * @param postgres where PostgreSQL's programs are; empty: wherever they are found
   * @throws dev.atf.runtime.config.ConfigException if they are not: what to install
   */
  List<Contender.Starter> starters(boolean priorities, Optional<Path> postgres);
}
