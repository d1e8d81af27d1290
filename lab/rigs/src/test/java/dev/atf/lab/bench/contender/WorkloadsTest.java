package dev.atf.lab.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.contender.WatchedContender.Watch;
import dev.atf.lab.bench.workload.DeliveryWorkload;
import dev.atf.lab.bench.workload.DrainWorkload;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.PriorityWorkload;
import dev.atf.lab.bench.workload.ScheduleWorkload;
import dev.atf.lab.bench.workload.Trial;
import dev.atf.lab.bench.workload.Trial.Measured;
import dev.atf.lab.bench.workload.Workload;
import dev.atf.local.EngineKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs every workload in small on the real system, and checks results, not times. */
final class WorkloadsTest {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int THREADS = 4;
  private static final int BATCHED = 250;

  @TempDir private Path directory;

  @Test
  @Tag("nightly")
  void eachDoesWhatItSaysOfAtf() {
    var atf = new Watch(new AtfContender.Starter(EngineKind.EMBEDDED, POLL));

    var measured =
        trial(1)
            .measure(
                atf,
                Cases.of(
                    new DrainWorkload(30),
                    new DrainWorkload(30, List.of(20, 50)),
                    DeliveryWorkload.ahead(20, Duration.ofSeconds(1)),
                    DeliveryWorkload.express(10),
                    new PriorityWorkload(40, 10)));

    assertThat(measured)
        .extracting(Measured::name)
        .containsExactly(
            "30 due at once",
            "30 due at once, 20 waiting",
            "30 due at once, 50 waiting",
            "20/s, due 5 s ahead",
            "50/s, due at once",
            "10 urgent into 40 of 5 ms");
    assertThat(measured)
        .extracting(one -> one.median().tasks())
        .containsExactly(30, 30, 30, 20, 10, 50);
    // A backlog that was loaded too late for its time is run and loaded once more.
    assertThat(atf.begun()).hasSizeGreaterThanOrEqualTo(30 * 3 + 20 + 10 + 50);
    assertThat(atf.given()).as("those that wait beside them").hasSize(atf.begun().size() + 50);
    assertThat(atf.begun()).filteredOn(Job::urgent).hasSize(10);
    assertThat(atf.begun())
        .noneMatch(
            job -> job.firstIn(atf.executions()).orElseThrow().began().isBefore(job.dueAt()));
    assertThat(measured).allMatch(one -> one.median().cpuSeconds() > 0);
  }

  @Test
  @Tag("nightly")
  void schedulesAreAllAcknowledgedAndNoneRuns() {
    var floor = new Watch(new EngineFloor.Starter(EngineKind.EMBEDDED));

    var measured = trial(2).measure(floor, new ScheduleWorkload(BATCHED));

    assertThat(measured)
        .extracting(Measured::name)
        .containsExactly("1 client", "8 clients", "32 clients", "8 clients, batches of 100");
    assertThat(measured).allMatch(one -> one.runs().size() == 2);
    assertThat(measured)
        .extracting(one -> one.median().tasks())
        .containsExactly((BATCHED + 3) / 4, BATCHED, BATCHED, BATCHED);
    // The warm-up, and two runs of three cases and a quarter.
    assertThat(new HashSet<>(floor.given())).hasSize(7 * BATCHED + 2 * ((BATCHED + 3) / 4));
    assertThat(floor.batches()).allMatch(size -> size <= 100);
    assertThat(floor.batches().stream().mapToInt(Integer::intValue).sum()).isEqualTo(2 * BATCHED);
    assertThat(floor.begun()).isEmpty();
  }

  @ParameterizedTest
  @Tag("nightly")
  @EnumSource(names = {"EMBEDDED", "DYNAMODB_LOCAL"})
  void theFloorOfEachEngineRunsEveryTaskOnce(EngineKind engine) {
    var floor = new Watch(new EngineFloor.Starter(engine));

    var measured = trial(1).measure(floor, new DrainWorkload(40));

    assertThat(measured).singleElement().matches(one -> one.median().tasks() == 40);
    // Half as many warm it up.
    assertThat(floor.begun()).hasSizeGreaterThanOrEqualTo(60).hasSameSizeAs(floor.given());
    assertThat(floor.executions().repeated()).isZero();
  }

  @Test
  @Tag("nightly")
  void atfDrainsOnDynamoDbLocalToo() {
    var atf = new Watch(new AtfContender.Starter(EngineKind.DYNAMODB_LOCAL, POLL));

    trial(1).measure(atf, Cases.of(new DrainWorkload(30)));

    assertThat(atf.begun()).hasSizeGreaterThanOrEqualTo(30).hasSameSizeAs(atf.given());
  }

  @Test
  @Tag("nightly")
  void skipsUnsupportedWorkloads() {
    Workload priorities = new PriorityWorkload(10, 1);

    var measured = trial(1).measure(new EngineFloor.Starter(EngineKind.EMBEDDED), priorities);

    assertThat(measured).isEmpty();
  }

  @Test
  void everyThreadIsAShareOfOneKind() {
    assertThat(
            List.of(
                AtfContender.JobWorker.share(16, 0),
                AtfContender.JobWorker.share(16, 1),
                AtfContender.JobWorker.share(16, 2)))
        .containsExactly(6, 5, 5);
  }

  private Trial trial(int runs) {
    return new Trial(directory, THREADS, runs, Progress.NONE);
  }
}
