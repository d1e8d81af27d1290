package dev.atf.lab.bench.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Other task systems, to be measured beside ATF. The product needs none of them: they are on the
 * class path, or absent.
 */
public interface Peers {
  /** Returns the peers on the class path. */
  static Optional<Peers> find() {
    return ServiceLoader.load(Peers.class).findFirst();
  }

  /** Returns the names of the peers that the others are compared with. */
  Set<String> yardsticks();

  /**
   * Returns starters, each configured as its documentation advises for such a workload.
   *
   * @param priorities whether the workload has urgent jobs: a system that pays for priorities only
   *     when they are switched on has them on only then
   * @param postgres directory of PostgreSQL's programs; empty: searched for
   * @throws dev.atf.runtime.config.ConfigException if they are not found, with what to install
   */
  List<Contender.Starter> starters(boolean priorities, Optional<Path> postgres);
}
