package dev.atf.peers;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Peers;
import dev.atf.lab.postgres.PostgresPrograms;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Libraries that Java programs use when they already have a PostgreSQL. */
public final class PostgresPeers implements Peers {
  private static final String LOCK_AND_FETCH = "db-scheduler lock-and-fetch";
  private static final String FETCH = "db-scheduler fetch";

  @Override
  public Set<String> yardsticks() {
    return Set.of(LOCK_AND_FETCH, FETCH);
  }

  @Override
  public List<Contender.Starter> starters(boolean priorities, Optional<Path> postgres) {
    var programs = PostgresPrograms.find(postgres);
    return openers(priorities).entrySet().stream()
        .<Contender.Starter>map(
            opener -> new Peer.Starter(opener.getKey(), programs, opener.getValue()))
        .toList();
  }

  private static Map<String, Library.Opener> openers(boolean priorities) {
    var openers = new LinkedHashMap<String, Library.Opener>();
    openers.put(LOCK_AND_FETCH, DbScheduler.lockingAndFetching(priorities));
    openers.put(FETCH, DbScheduler.fetching(priorities));
    openers.put("JobRunr", JobRunr::open);
    return openers;
  }
}
