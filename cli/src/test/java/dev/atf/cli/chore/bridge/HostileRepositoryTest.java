package dev.atf.cli.chore.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.chore.model.ChoreReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests repositories that try to make a bridge do what it must not do. */
@Tag("system")
final class HostileRepositoryTest {
  private static final String SETTINGS = "{\"runner\":\"bash\"}";

  @TempDir private Path directory;

  private final TasksInMemory tasks = new TasksInMemory();
  private final List<ChoreEvent> events = new ArrayList<>();
  private BareRepository repository;

  @BeforeEach
  void make() {
    repository = BareRepository.make(directory);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        hostile("a", "chore.json: absent", r -> r.write("a/do_it.txt", "x")),
        hostile("a", "chore.json: not readable", r -> chore(r, "a", "{")),
        hostile("a", "chore.json: too large", r -> chore(r, "a", " ".repeat(17_000))),
        hostile(
            "a",
            "unknown field argv",
            r -> chore(r, "a", "{\"runner\":\"bash\",\"argv\":[\"sh\"]}")),
        hostile(
            "a",
            "runner: python (expected: one of bash)",
            r -> chore(r, "a", "{\"runner\":\"python\"}")),
        hostile(
            "a",
            "results: ../../etc/passwd",
            r -> chore(r, "a", "{\"runner\":\"bash\",\"results\":[\"../../etc/passwd\"]}")),
        hostile(
            "a",
            "do_it.txt: too large",
            r ->
                r.write("a/chore.json", SETTINGS)
                    .write("a/do_it.txt", "x".repeat(ChoreReading.INSTRUCTIONS_BYTES_MAX + 1))),
        hostile(
            "a",
            "do_it.txt: other bytes",
            r -> r.write("a/chore.json", SETTINGS).write("a/do_it.txt", "x\0y")),
        hostile("-rf", "no name that begins with -", r -> chore(r, "-rf", SETTINGS)),
        hostile("a\nb", "no control characters", r -> chore(r, "a\nb", SETTINGS)),
        hostile("a\\b", "no control characters and no \\", r -> chore(r, "a\\b", SETTINGS)),
        hostile(
            "a",
            "a/out is a symbolic link or a submodule",
            r -> link(chore(r, "a", SETTINGS), "a/out", "/etc")),
        hostile(
            "a",
            "a/chore.json is a symbolic link",
            r -> link(r.write("a/do_it.txt", "x"), "a/chore.json", "/etc/passwd")),
        hostile(
            "a",
            "a/do_it.txt is a symbolic link",
            r -> link(r.write("a/chore.json", SETTINGS), "a/do_it.txt", "/etc/passwd")),
        hostile("a", "the server: payload too large", r -> r.chore("a", "too much for the server")),
        hostile(
            "a",
            "worker.json: absent",
            r -> r.write("a/chore.json", SETTINGS).write("a/doing_it.txt", "x")),
        hostile(
            "a",
            "worker.json: key: was not written by a bridge",
            r ->
                r.write("a/chore.json", SETTINGS)
                    .write("a/doing_it.txt", "x")
                    .write(
                        "a/worker.json",
                        "{\"bridge\":\"b\",\"takenAt\":\"\",\"commit\":\""
                            + "0".repeat(40)
                            + "\",\"lambda\":\"command\",\"key\":\"of-another\",\"taskId\":\"\"}")));
  }

  private static Arguments hostile(String chore, String why, Consumer<BareRepository> content) {
    return Arguments.of(chore, why, content);
  }

  private static BareRepository chore(BareRepository repository, String path, String settings) {
    return repository.write(path + "/chore.json", settings).write(path + "/do_it.txt", "x");
  }

  private static void link(BareRepository repository, String path, String to) {
    try {
      Files.createSymbolicLink(repository.working().resolve(path), Path.of(to));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  @Tag("CH3")
  void aHostileChoreIsRefusedOnceAndTheOthersRun(
      String chore, String why, Consumer<BareRepository> content) {
    repository.chore("good", "date\n");
    content.accept(repository);
    repository.push();

    lookUntilNothingIsLeft();

    assertThat(git("ls-tree", "-r", "-z", "--name-only", "main").split("\0", -1))
        .contains(chore + "/done.txt", "good/done.txt")
        .doesNotContain(chore + "/do_it.txt", chore + "/doing_it.txt");
    assertThat(repository.text(chore + "/error.txt")).startsWith("refused: ").contains(why);
    assertThat(repository.text(chore + "/worker.json")).contains("\"state\" : \"refused\"");
    assertThat(repository.text("good/output.txt")).isEqualTo("did date\n");
    assertThat(tasks.calls()).containsExactly("good");
    assertThat(events).extracting(ChoreEvent::event).filteredOn("done"::equals).hasSize(2);
  }

  @Test
  void aChoreInTheRootIsRefused() {
    repository.write("chore.json", SETTINGS).write("do_it.txt", "x").push();

    lookUntilNothingIsLeft();

    assertThat(repository.text("error.txt")).contains("the chore is in the root");
  }

  /** Its directory would also be outside of the working directory of anyone who checks it out. */
  @Test
  @Tag("CH3")
  void malformedTreesAreRefusedAtTheDoor() throws Exception {
    repository.chore("good", "date\n").push();
    var tree =
        git("rev-parse", "main^{tree}").strip(); // a tree below a name that leads out of the clone
    var hostile = makeTree("040000 tree " + tree + "\t..\n");
    var commit =
        git(
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@example.com",
                "commit-tree",
                "-m",
                "x",
                hostile)
            .strip();
    git("update-ref", "refs/heads/main", commit);

    assertThatThrownBy(() -> bridge().check())
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("hasDotdot");
    assertThat(tasks.calls()).isEmpty();
  }

  @Test
  void pathsThatAreNoTextAreSkippedAndToldOnce() throws Exception {
    repository.chore("good", "date\n").push();
    var good = git("rev-parse", "main:good").strip();
    var main = git("rev-parse", "main").strip();
    var tree = makeTree("040000 tree " + good + "\tgood\n040000 tree " + good + "\tb\u00e9d\n");
    var commit =
        git(
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@example.com",
                "commit-tree",
                "-p",
                main,
                "-m",
                "x",
                tree)
            .strip();
    git("update-ref", "refs/heads/main", commit);

    lookUntilNothingIsLeft();

    assertThat(events).extracting(ChoreEvent::event).filteredOn("skipped"::equals).hasSize(2);
    assertThat(tasks.calls()).containsExactly("good");
  }

  /** Writes the names in Latin-1, which is not UTF-8. */
  private String makeTree(String lines) throws Exception {
    var process =
        new ProcessBuilder("git", "mktree").directory(Path.of(repository.url()).toFile()).start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(lines.getBytes(StandardCharsets.ISO_8859_1));
    }
    var made = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    return made;
  }

  private String git(String... arguments) {
    return repository.git(Path.of(repository.url()), arguments);
  }

  private void lookUntilNothingIsLeft() {
    var bridge = bridge();
    for (int i = 0; i < 20 && !bridge.check().nothingLeft(); i++) {
      tasks.end();
    }
  }

  private Bridge bridge() {
    return new Bridge(
        new BridgeSettings("one", Map.of("bash", "command"), 3, Duration.ZERO),
        repository.open("one"),
        tasks,
        InstantSource.fixed(Instant.EPOCH),
        () -> 0,
        new SplittableRandom(1),
        events::add);
  }
}
