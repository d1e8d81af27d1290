package dev.atf.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.Peers;
import dev.atf.lab.execution.Executions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every library runs every job once, and none early unless it says that it may. */
final class PostgresPeersTest {
  private static final Duration RUN_MAX = Duration.ofMinutes(3);
  private static final int SINGLES = 3;
  private static final int BATCH = 20;

  @TempDir private Path directory;
  private final Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);

  static Stream<Contender.Starter> peers() {
    return Stream.of(false, true)
        .flatMap(priorities -> new PostgresPeers().starters(priorities, Optional.empty()).stream());
  }

  @BeforeAll
  static void needsPostgres() {
    InstalledPostgres.orSkip();
  }

  @ParameterizedTest
  @MethodSource("peers")
  void everyJobOfEveryKindRunsOnce(Contender.Starter starter) {
    var setup = setup();
    var dueAt = now.plusSeconds(8);
    var jobs = new ArrayList<Job>();
    try (var peer = starter.start(setup)) {
      var before = peer.cpu();
      for (var kind : Contender.KINDS) {
        var singles = jobs(kind, jobs.size(), SINGLES, dueAt);
        singles.forEach(peer::schedule);
        var batch = jobs(kind, jobs.size() + SINGLES, BATCH, dueAt);
        peer.scheduleBatch(batch);
        jobs.addAll(singles);
        jobs.addAll(batch);
      }
      var overdue = jobs(Contender.KINDS.get(0), jobs.size(), 1, now);
      overdue.forEach(peer::schedule);
      jobs.addAll(overdue);

      await("all of " + starter.name())
          .atMost(RUN_MAX)
          .until(() -> Executions.read(setup.executions()).all().size() >= jobs.size());

      var executions = Executions.read(setup.executions());
      assertThat(jobs).allSatisfy(job -> assertThat(job.firstIn(executions)).isPresent());
      assertThat(executions.repeated()).isZero();
      assertThat(Job.millisUntilBegun(jobs, Job::dueAt, executions))
          .allSatisfy(
              late ->
                  assertThat(late).isGreaterThanOrEqualTo(-peer.startsEarlyMax().toNanos() / 1e6));
      assertThat(peer.cpu()).isGreaterThan(before);
    }
  }

  @Test
  void onlyTheYardsticksHavePriorities() {
    var yardsticks = new PostgresPeers().yardsticks();
    for (var starter : new PostgresPeers().starters(true, Optional.empty())) {
      try (var peer = starter.start(setup())) {
        assertThat(peer.hasPriorities())
            .as(starter.name())
            .isEqualTo(yardsticks.contains(starter.name()));
      }
    }
  }

  @Test
  void theCommandFindsThem() {
    assertThat(Peers.find()).containsInstanceOf(PostgresPeers.class);
    assertThat(new PostgresPeers().starters(false, Optional.empty()))
        .extracting(Contender.Starter::name)
        .containsAll(new PostgresPeers().yardsticks())
        .contains("JobRunr")
        .doesNotHaveDuplicates();
    assertThat(new PostgresPeers().yardsticks())
        .isEqualTo(Set.of("db-scheduler lock-and-fetch", "db-scheduler fetch"));
  }

  private Contender.Setup setup() {
    return new Contender.Setup(directory.resolve("data"), directory.resolve("executions"), 4);
  }

  private static List<Job> jobs(String kind, int from, int count, Instant dueAt) {
    return LongStream.range(from, from + count)
        .mapToObj(number -> new Job(number, kind, false, Duration.ZERO, dueAt))
        .toList();
  }
}
