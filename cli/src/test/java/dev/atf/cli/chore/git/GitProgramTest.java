package dev.atf.cli.chore.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests calls of git that fail. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class GitProgramTest {
  private static final long MEGABYTE = 1024 * 1024;

  @TempDir private Path directory;

  private GitProgram git;

  @BeforeEach
  void init() {
    git = new GitProgram(directory, Duration.ofMinutes(1));
    text("", "init", "--quiet", "--bare", directory.resolve("repository.git").toString());
  }

  private String text(String input, String call, String... arguments) {
    return git.run(ByteString.copyFromUtf8(input), call, List.of(arguments)).orFail().text();
  }

  @Test
  void aCallWhoseOutputIsTooLargeEndsAtTheBound() throws Exception {
    // Each of nine levels contains the level below ten times: a thousand million files in a dozen
    // objects.
    var blob = text("x", "hash-object", "-w", "--stdin").strip();
    var type = "100644 blob ";
    var object = blob;
    for (int level = 0; level < 9; level++) {
      var tree = new StringBuilder();
      for (int i = 0; i < 10; i++) {
        tree.append(type).append(object).append("\tf").append(i).append('\n');
      }
      object = text(tree.toString(), "mktree").strip();
      type = "040000 tree ";
    }
    var bomb = object;

    assertThatThrownBy(() -> text("", "ls-tree", "-r", "-z", bomb))
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("git ls-tree: more than 67108864 bytes of output");
    assertThat(bytes()).isLessThan(MEGABYTE);
  }

  private long bytes() throws IOException {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  @Test
  void aLargeOutputIsRead() {
    var text = "x".repeat(3_000_000);

    var blob = text(text, "hash-object", "-w", "--stdin").strip();

    assertThat(text("", "cat-file", "blob", blob)).isEqualTo(text);
  }

  @Test
  void aFailureHasTheLastWordsOfGit() {
    var answer = git.run(ByteString.EMPTY, "cat-file", List.of("blob", "absent"));

    assertThat(answer.exitCode()).isNotZero();
    assertThat(answer.error()).contains("absent");
  }

  @Test
  void aCallThatTakesTooLongIsKilled() {
    var hasty = new GitProgram(directory, Duration.ofMillis(1));
    var url = "--upload-pack=sleep 600; git-upload-pack";

    assertThatThrownBy(
            () ->
                hasty.run(
                    ByteString.EMPTY,
                    "ls-remote",
                    List.of(url, directory.resolve("repository.git").toString())))
        .isInstanceOf(GitFailedException.class)
        .hasMessageContaining("git ls-remote: did not finish within PT0.001S");
  }
}
