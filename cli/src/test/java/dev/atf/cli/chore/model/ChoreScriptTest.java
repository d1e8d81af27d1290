package dev.atf.cli.chore.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script of a chore's task, run as a worker runs it. */
@Tag("system")
final class ChoreScriptTest {
  private static final String CHORE = "it's/a $(touch evil) chore";

  @TempDir private Path directory;
  private Path repository;
  private Path places;

  private record Ended(int exitCode, String output) {}

  @BeforeEach
  void make() throws Exception {
    repository = Files.createDirectory(directory.resolve("repository"));
    places = Files.createDirectory(directory.resolve("places"));
    var chore = Files.createDirectories(repository.resolve(CHORE).resolve("bin"));
    var tool = Files.writeString(chore.resolve("tool"), "#!/bin/sh\necho a tool\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(repository.resolve("link"), Path.of("/etc/passwd"));
    run(List.of("git", "init", "--quiet", "-b", "main"), "");
    run(List.of("git", "add", "--all"), "");
    run(
        List.of("git", "-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "-m", "x"),
        "");
  }

  @Test
  void runsTheInstructionsInTheDirectoryOfTheChore() throws Exception {
    var ended = script("tool; pwd; echo \"$GIT_ROOT|$CHORE_ROOT\"; read x; echo \"<$x>\"");

    var lines = ended.output().lines().toList();
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(lines.get(0)).isEqualTo("a tool");
    assertThat(lines.get(1)).startsWith(places.toString()).endsWith("/checkout/" + CHORE);
    assertThat(lines.get(2)).endsWith("/checkout|" + lines.get(1));
    assertThat(lines.get(3)).isEqualTo("<>");
  }

  @Test
  void linksAreFiles() throws Exception {
    assertThat(script("cat \"$GIT_ROOT/link\"").output()).isEqualTo("/etc/passwd");
  }

  @Test
  @Tag("CH4")
  void nothingStaysOnTheWorker() throws Exception {
    var ended = script("touch x; exit 3");

    assertThat(ended.exitCode()).isEqualTo(3);
    try (var left = Files.list(places)) {
      assertThat(left).isEmpty();
    }
    assertThat(directory.resolve("evil")).doesNotExist();
    assertThat(repository.resolve("evil")).doesNotExist();
  }

  @Test
  void filesOfAChoreThatSucceedsAreLeftInTheWorkDirectory() throws Exception {
    var work = Files.createDirectory(directory.resolve("work"));

    var failed = scriptIn(work, "mkdir out; echo 1 >out/x; exit 3");
    assertThat(failed.exitCode()).isEqualTo(3);
    assertThat(work).isEmptyDirectory();
    var ended = scriptIn(work, "mkdir out; echo 1 >out/x; mkdir \"$TASK_WORK_DIRECTORY/chore\"");
    assertThat(ended.exitCode()).as(ended.output()).isZero();

    assertThat(work.resolve("chore/out/x")).hasContent("1");
    assertThat(work.resolve("chore/bin/tool")).isExecutable();
    try (var left = Files.list(work)) {
      assertThat(left).containsExactly(work.resolve("chore"));
    }
    assertThat(places).isEmptyDirectory();
  }

  @Test
  void aCommitThatCannotBeFetchedAsksForAnotherAttempt() throws Exception {
    assertThat(script("true", "0".repeat(39) + "1").exitCode())
        .isEqualTo(ChoreTask.RETRIABLE_EXIT_CODE);
  }

  private Ended script(String instructions) throws Exception {
    return script(instructions, run(List.of("git", "rev-parse", "HEAD"), "").output().strip());
  }

  private Ended script(String instructions, String commit) throws Exception {
    return run(words(commit), instructions);
  }

  private Ended scriptIn(Path work, String instructions) throws Exception {
    var commit = run(List.of("git", "rev-parse", "HEAD"), "").output().strip();
    return run(words(commit), instructions, Map.of("TASK_WORK_DIRECTORY", work.toString()));
  }

  private List<String> words(String commit) {
    return List.of("bash", "-c", ChoreTask.SCRIPT, "chore", repository.toString(), commit, CHORE);
  }

  private Ended run(List<String> words, String stdin) throws IOException, InterruptedException {
    return run(words, stdin, Map.of());
  }

  private Ended run(List<String> words, String stdin, Map<String, String> environment)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(words).directory(repository.toFile()).redirectErrorStream(true);
    builder.environment().put("TMPDIR", places.toString());
    builder.environment().putAll(environment);
    var process = builder.start();
    try (var in = process.getOutputStream()) {
      in.write(stdin.getBytes(StandardCharsets.UTF_8));
    }
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), output);
  }
}
