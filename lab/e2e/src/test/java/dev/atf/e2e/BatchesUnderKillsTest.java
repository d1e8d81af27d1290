package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskQuery;
import dev.atf.client.TaskSpec;
import dev.atf.e2e.support.ManyProcesses;
import dev.atf.e2e.support.QuickWorker;
import dev.atf.e2e.support.UpProcess;
import dev.atf.lab.execution.Execution;
import dev.atf.lab.execution.Executions;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.testtime.ProgressWait;
import dev.atf.worker.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests calls of many tasks while {@code atf up} and its executors are killed with SIGKILL: a kill
 * meets up to a hundred tasks that an executor has claimed and not begun, and as many results that
 * it has not reported.
 */
@Tag("system")
@ManyProcesses
@EnabledOnOs(OS.LINUX)
final class BatchesUnderKillsTest {
  private static final int EXECUTORS = 4;
  private static final int BATCH = 100;
  private static final int BATCHES = 3;
  private static final MonotonicClock CLOCK = MonotonicClock.system();

  @TempDir private Path directory;

  private final int port = FreePort.find();
  private final Set<String> scheduled = new HashSet<>();

  /** Times of death of executors, none later than the death itself if its tasks may run again. */
  private final Map<Long, Long> deaths = new HashMap<>();

  @Test
  void noTaskIsLostOrRunsTwiceAtATime() {
    killInRounds(1, 5);
  }

  @Test
  @Tag("nightly")
  void noTaskIsLostOrRunsTwiceAtATimeInTwoHundredKills() {
    killInRounds(20, 9);
  }

  /**
   * @param rounds number of times that the services are killed, and with them their executors
   * @param killsOfRound executors that are killed one by one before the services are
   */
  private void killInRounds(int rounds, int killsOfRound) {
    var executions = Executions.in(directory.resolve("executions"));
    for (int round = 0; round < rounds; round++) {
      try (var up = up();
          var atf = client()) {
        register(atf);
        for (int kill = 0; kill < killsOfRound; kill++) {
          kill(scheduleAndAwaitWork(atf, executions));
        }
        var unused = scheduleAndAwaitWork(atf, executions);
        killWithItsExecutors(up);
      }
    }

    try (var up = up();
        var atf = client()) {
      ProgressWait.observing("every task has ended", () -> succeeded(executions).size())
          .until(() -> unsuccessful(executions).allMatch(task -> isQuarantined(atf, task)));
      ProgressWait.observing("no task is left", () -> succeeded(executions).size())
          .until(() -> isNonePending(atf));
      assertThat(up.isAlive()).isTrue();
      // A task whose executor was killed three times, the third time while it ran alone, counts as
      // the cause.
      assertThat(unsuccessful(executions)).hasSizeLessThanOrEqualTo(rounds);
    }
    assertThat(deaths).hasSizeGreaterThanOrEqualTo(rounds * killsOfRound);
    assertThat(executions.overlaps(allDeaths(executions))).isZero();
    System.out.printf(
        "kills=%d tasks=%d executions=%d%n",
        rounds * (killsOfRound + 1), scheduled.size(), executions.all().size());
  }

  private JavaProcess up() {
    var command =
        ChildJvm.running(QuickWorker.class.getName(), directory.resolve("executions").toString());
    var arguments = new ArrayList<>(List.of("--executors"));
    arguments.add(QuickWorker.LAMBDA + "=" + EXECUTORS);
    arguments.add("--");
    arguments.addAll(command);
    return UpProcess.awaitReady(
        UpProcess.start(
            directory.resolve("up"), "embedded", port, arguments.toArray(String[]::new)));
  }

  private AtfClient client() {
    return AtfClient.builder("http://127.0.0.1:" + port).build();
  }

  private static void register(AtfClient atf) {
    var unused =
        atf.registerLambda(
            Lambda.newBuilder()
                .setName(QuickWorker.LAMBDA)
                .setHistory(Lambda.History.NONE)
                .build());
  }

  /**
   * Schedules some batches, and returns while most of their tasks wait.
   *
   * @return an executor that has begun one
   */
  private ProcessHandle scheduleAndAwaitWork(AtfClient atf, Executions executions) {
    int before = executions.all().size();
    for (int i = 0; i < BATCHES; i++) {
      var specs =
          IntStream.range(0, BATCH)
              .mapToObj(n -> TaskSpec.ofBytes(QuickWorker.LAMBDA, new byte[16], "text/plain"))
              .toList();
      for (var outcome : atf.scheduleBatch(specs)) {
        scheduled.add(((BatchOutcome.Scheduled) outcome).task().taskId());
      }
    }
    ProgressWait.observing("a task begins", () -> executions.all().size())
        .pollInterval(Duration.ofMillis(2))
        .until(
            () -> {
              executions.more();
              return atWork(executions, before).isPresent();
            });
    return atWork(executions, before).orElseThrow();
  }

  /** Returns a living executor of an execution that is behind the first {@code before}. */
  private Optional<ProcessHandle> atWork(Executions executions, int before) {
    return executions.all().stream()
        .skip(before)
        .map(Execution::pid)
        .filter(pid -> !deaths.containsKey(pid))
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .filter(ProcessHandle::isAlive)
        .findFirst();
  }

  private void kill(ProcessHandle executor) {
    deaths.put(executor.pid(), CLOCK.nanos());
    executor.destroyForcibly();
  }

  private void killWithItsExecutors(JavaProcess up) {
    var executors = up.descendants();
    up.kill9();
    Awaitility.await("the executors end with it")
        .until(() -> executors.stream().noneMatch(ProcessHandle::isAlive));
    // Until the next start nobody else runs their tasks.
    executors.forEach(executor -> deaths.putIfAbsent(executor.pid(), CLOCK.nanos()));
  }

  private static Set<String> succeeded(Executions executions) {
    executions.more();
    return executions.all().stream()
        // Its handler can only succeed.
        .filter(execution -> execution.endNanos().isPresent())
        .map(Execution::task)
        .collect(Collectors.toSet());
  }

  private Stream<String> unsuccessful(Executions executions) {
    var succeeded = succeeded(executions);
    return scheduled.stream().filter(task -> !succeeded.contains(task));
  }

  private static boolean isQuarantined(AtfClient atf, String task) {
    return atf.get(task).task().getFailure().getCode().equals("QUARANTINED");
  }

  private static boolean isNonePending(AtfClient atf) {
    return atf.list(TaskQuery.of(QuickWorker.LAMBDA)).stream().findAny().isEmpty();
  }

  /** Adds executors that ended by themselves; they count as dead from their last entry on. */
  private Map<Long, Long> allDeaths(Executions executions) {
    var last = new HashMap<Long, Long>();
    executions.all().forEach(each -> last.merge(each.pid(), each.beganNanos(), Math::max));
    last.putAll(deaths);
    return last;
  }
}
