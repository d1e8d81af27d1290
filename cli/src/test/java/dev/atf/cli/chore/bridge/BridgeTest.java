package dev.atf.cli.chore.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.cli.chore.git.GitFailedException;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bridges on a real repository, with tasks in memory. */
@Tag("system")
final class BridgeTest {
  private static final Duration RESCUE_AFTER = Duration.ofSeconds(30);

  @TempDir private Path directory;

  private final TasksInMemory tasks = new TasksInMemory();
  private final AtomicLong nanos = new AtomicLong();
  private final List<ChoreEvent> events = new ArrayList<>();
  private BareRepository repository;

  @BeforeEach
  void make() {
    repository = BareRepository.make(directory);
  }

  @Test
  void aChoreIsTakenRunAndDone() {
    repository.chore("a/b", "date\n").push();
    var bridge = bridge("one");

    assertThat(bridge.check()).isEqualTo(new Bridge.CheckResult(true, false));
    assertThat(repository.paths()).contains("a/b/doing_it.txt").doesNotContain("a/b/do_it.txt");
    assertThat(repository.text("a/b/worker.json")).contains("\"bridge\" : \"one\"");
    assertThat(bridge.check()).isEqualTo(new Bridge.CheckResult(false, false));
    assertThat(bridge.hasEnded()).isFalse();
    tasks.end();
    assertThat(bridge.hasEnded()).isTrue();
    assertThat(bridge.check()).isEqualTo(new Bridge.CheckResult(true, true));

    assertThat(repository.paths())
        .containsExactly(
            "a/b/chore.json", "a/b/done.txt", "a/b/error.txt", "a/b/output.txt", "a/b/worker.json");
    assertThat(repository.text("a/b/output.txt")).isEqualTo("did date\n");
    assertThat(repository.text("a/b/worker.json"))
        .contains("\"state\" : \"succeeded\"", "\"finishedBy\" : \"one\"");
    assertThat(events).extracting(ChoreEvent::event).containsExactly("taken", "scheduled", "done");
  }

  @Test
  @Tag("CH5")
  void resultsAreCommittedWithTheEnd() throws IOException {
    repository
        .chore("a", "date\n")
        .write("a/chore.json", "{\"runner\":\"bash\",\"results\":[\"out/x\",\"tool\",\"gone\"]}")
        .write("a/tool", "old");
    assertThat(repository.working().resolve("a/tool").toFile().setExecutable(true)).isTrue();
    repository.push();
    var bridge = bridgeWithEndedTasks();

    assertThat(bridge.check()).isEqualTo(new Bridge.CheckResult(true, true));

    assertThat(repository.text("a/out/x")).isEqualTo("out/x");
    assertThat(repository.text("a/tool")).isEqualTo("tool");
    assertThat(repository.git(Path.of(repository.url()), "ls-tree", "main", "a/tool"))
        .startsWith("100755 ");
    assertThat(repository.text("a/error.txt"))
        .isEqualTo("atf: result gone is gone from the server\n");
    assertThat(repository.added("a/out/x")).isEqualTo(1);
  }

  @Test
  @Tag("CH5")
  void aResultThatDoesNotArriveIsFetchedAgain() {
    repository
        .write("a/chore.json", "{\"runner\":\"bash\",\"results\":[\"x\"]}")
        .write("a/do_it.txt", "date\n")
        .push();
    var bridge = bridgeWithEndedTasks();
    tasks.losesContents(true);

    assertThatThrownBy(bridge::check).isInstanceOf(StatusRuntimeException.class);
    assertThat(repository.paths()).contains("a/doing_it.txt");
    tasks.losesContents(false);

    assertThat(bridge.check().moved()).isTrue();
    assertThat(repository.text("a/x")).isEqualTo("x");
  }

  @Test
  void resultsThatTheMemoryDoesNotHoldArePushedLater() {
    for (int i = 0; i < 3; i++) {
      repository
          .write("c" + i + "/chore.json", "{\"runner\":\"bash\",\"results\":[\"large\"]}")
          .write("c" + i + "/do_it.txt", "date\n");
    }
    repository.push();
    var bridge = bridgeWithEndedTasks();

    assertThat(bridge.check()).isEqualTo(new Bridge.CheckResult(true, false));
    assertThat(repository.paths()).filteredOn(path -> path.endsWith("/large")).hasSize(2);
    assertThat(bridge.check()).isEqualTo(new Bridge.CheckResult(true, true));
    assertThat(repository.paths()).filteredOn(path -> path.endsWith("/large")).hasSize(3);
  }

  @Test
  void anEmptyRepositoryHasNothingToDo() {
    assertThat(bridge("one").check()).isEqualTo(new Bridge.CheckResult(false, true));
  }

  @Test
  void ofManyBridgesOneTakesAChore() {
    repository.chore("a", "date\n").push();
    var bridges = List.of(bridge("one"), bridge("two"), bridge("three"));

    bridges.forEach(Bridge::check);
    bridges.forEach(Bridge::check);
    tasks.end();
    bridges.forEach(Bridge::check);

    assertThat(tasks.calls()).containsExactly("a");
    assertThat(repository.added("a/doing_it.txt")).isEqualTo(1);
    assertThat(repository.added("a/done.txt")).isEqualTo(1);
  }

  /** Each bridge creates its commit before it sees that of the other. */
  @Test
  @Tag("CH1")
  void aPushThatIsNotTheFirstIsMadeAgain() {
    chores(6).push();
    var slow = bridge("slow", new MeddlingRandom(bridge("quick")::check));

    assertThat(slow.check().moved()).isTrue();

    var takers = new ArrayList<String>();
    for (int i = 0; i < 6; i++) {
      assertThat(repository.added("c" + i + "/doing_it.txt")).isEqualTo(1);
      takers.add(repository.text("c" + i + "/worker.json").split("\"", 5)[3]);
    }
    assertThat(takers).containsExactlyInAnyOrder("slow", "slow", "slow", "quick", "quick", "quick");
  }

  @Test
  @Tag("CH2")
  void anotherBridgeFinishesTheChoresOfADeadOne() {
    repository.chore("a", "date\n").push();
    var dead = bridge("dead");
    dead.check();
    dead.check();
    var other = bridge("other");
    tasks.end();

    assertThat(other.check().moved()).isFalse();
    nanos.addAndGet(RESCUE_AFTER.toNanos());
    assertThat(other.check().moved()).isTrue();

    assertThat(tasks.count()).isEqualTo(1);
    assertThat(repository.text("a/worker.json"))
        .contains("\"bridge\" : \"dead\"", "\"finishedBy\" : \"other\"");
    assertThat(dead.check().moved()).isFalse();
    assertThat(repository.added("a/done.txt")).isEqualTo(1);
  }

  @Test
  @Tag("CH2")
  void aChoreWhoseBridgeDiedBeforeItsTaskWasScheduledRuns() {
    repository.chore("a", "date\n").push();
    bridge("dead").check();
    assertThat(tasks.count()).isZero();
    var other = bridge("other");

    other.check();
    nanos.addAndGet(RESCUE_AFTER.toNanos());
    other.check();

    assertThat(tasks.count()).isEqualTo(1);
  }

  @Test
  void whileTheServerIsAwayNoMoreChoresAreTaken() {
    repository.chore("a", "date\n").push();
    var bridge = bridge("one");
    bridge.check();
    repository.pull().chore("b", "date\n").push();
    tasks.away(true);

    assertThatThrownBy(bridge::check).isInstanceOf(StatusRuntimeException.class);
    assertThat(repository.paths()).contains("a/doing_it.txt", "b/do_it.txt");
    tasks.away(false);
    bridge.check();

    assertThat(repository.paths()).contains("a/doing_it.txt", "b/doing_it.txt");
  }

  @Test
  void aTaskThatTheServerHasForgottenIsScheduledAgain() {
    repository.chore("a", "date\n").push();
    var bridge = bridge("one");
    bridge.check();
    bridge.check();
    tasks.forget();

    bridge.check();
    bridge.check();

    assertThat(tasks.calls()).containsExactly("a", "a");
  }

  @Test
  void itTakesNoMoreThanItMay() {
    chores(4).push();
    var bridge = bridge("one");

    for (int i = 0; i < 4; i++) {
      bridge.check();
    }

    assertThat(tasks.count()).isEqualTo(3);
  }

  @Test
  void severalChoresAreMovedByOnePushAndEachByItsOwnCommit() {
    chores(5).push();
    var bridge = bridge("one");

    assertThat(bridge.check().moved()).isTrue();
    assertThat(repository.commitCount()).isEqualTo(1 + 3);
    bridge.check();
    tasks.end();
    assertThat(bridge.check().moved()).isTrue();
    assertThat(repository.commitCount()).isEqualTo(1 + 3 + 3 + 2);
    bridge.check();
    tasks.end();
    assertThat(bridge.check()).isEqualTo(new Bridge.CheckResult(true, true));

    for (int i = 0; i < 5; i++) {
      assertThat(repository.added("c" + i + "/doing_it.txt")).isEqualTo(1);
      assertThat(repository.added("c" + i + "/done.txt")).isEqualTo(1);
    }
    assertThat(tasks.calls()).doesNotHaveDuplicates().hasSize(5);
  }

  @Test
  void aChoreOfALambdaThatIsNoRunnerHereIsLeftAloneAndTold() {
    repository.chore("a", "date\n").push();
    bridge("one").check();
    var other =
        new Bridge(
            new BridgeSettings("other", Map.of("bash", "elsewhere"), 3, Duration.ZERO),
            repository.open("other"),
            tasks,
            InstantSource.fixed(Instant.EPOCH),
            nanos::get,
            new SplittableRandom(1),
            events::add);
    events.clear();

    assertThat(other.check()).isEqualTo(new Bridge.CheckResult(false, true));
    other.check();

    assertThat(events).extracting(ChoreEvent::event).containsExactly("skipped");
  }

  @Test
  void aPushThatTheRemoteNeverAcceptsIsAFault() throws IOException {
    repository.chore("a", "date\n").push();
    var hook = Path.of(repository.url()).resolve("hooks/pre-receive");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\necho no; exit 1\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    var bridge = bridge("one");

    assertThatThrownBy(bridge::check)
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("hook declined");
  }

  @Test
  void aRemoteThatIsNotThereIsAFault() {
    assertThatThrownBy(() -> new BareRepository(directory.resolve("no")).open("one"))
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("git ls-remote");
  }

  private BareRepository chores(int count) {
    for (int i = 0; i < count; i++) {
      repository.chore("c" + i, "date\n");
    }
    return repository;
  }

  /** Returns a bridge that has scheduled all tasks that it may, after all of them have ended. */
  private Bridge bridgeWithEndedTasks() {
    var bridge = bridge("one");
    bridge.check();
    bridge.check();
    tasks.end();
    return bridge;
  }

  private Bridge bridge(String name) {
    return bridge(name, new SplittableRandom(1));
  }

  private Bridge bridge(String name, RandomGenerator random) {
    return new Bridge(
        new BridgeSettings(name, Map.of("bash", "command"), 3, RESCUE_AFTER),
        repository.open(name),
        tasks,
        InstantSource.fixed(Instant.EPOCH),
        nanos::get,
        random,
        events::add);
  }

  /** Runs an action between the check of a bridge and its first push. */
  private static final class MeddlingRandom implements RandomGenerator {
    private final SplittableRandom random = new SplittableRandom(1);
    private final Runnable meddling;
    private boolean done;

    MeddlingRandom(Runnable meddling) {
      this.meddling = meddling;
    }

    @Override
    public long nextLong() {
      if (!done) {
        done = true;
        meddling.run();
      }
      return random.nextLong();
    }
  }
}
