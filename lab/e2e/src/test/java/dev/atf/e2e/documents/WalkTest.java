package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a walk finds the errors of a document. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class WalkTest {
  @TempDir private Path directory;
  @TempDir private Path scratch;

  @Test
  void filesAreWrittenCommandsAreRunAndTheirOutputIsCompared() throws Exception {
    var said =
        follow(
            """
            The list, `lists/fruit.txt`:
            ```text
            pear
            ```
            ```sh
            NAME=apple
            sort lists/fruit.txt
            ```
            ```text
            pear
            ```
            - it stays in the same shell:
              ```sh
              echo $NAME
              test -f $NAME    # exit code 1: there is none
              ```
            """);

    assertThat(said).isEqualTo("pear\napple\n");
    assertThat(directory.resolve("lists/fruit.txt")).hasContent("pear");
  }

  @Test
  void aTerminalIsHeldUntilTheNextCommandInIt() throws Exception {
    var said =
        follow(
            """
            ```sh
            # terminal 2
            echo begun; trap 'echo ended > log; exit' TERM; while :; do sleep 0.1; done
            ```
            ```text
            begun
            ```
            ```sh
            # terminal 2, after Ctrl-C
            cat log; exec sleep 100
            ```
            ```text
            ended
            ```
            ```sh
            cat log
            ```
            """);

    assertThat(said).isEqualTo("ended\n");
  }

  @Test
  void failsOnUndocumentedBehaviour() {
    assertThatThrownBy(() -> follow("```sh\nfalse\n```\n")).hasMessageContaining("code 1 of: fals");
    assertThatThrownBy(() -> follow("```sh\ntrue    # exit code 1\n```\n"))
        .hasMessageContaining("exit code 1 of: true");
    assertThatThrownBy(() -> follow("```sh\necho a\n```\n```text\nb\n```\n"))
        .hasMessageContaining("there was");
    assertThatThrownBy(() -> follow("```sh\n# terminal 2\necho a\n```\n```text\nb\n```\n"))
        .hasMessageContaining("there was");
    assertThatThrownBy(() -> follow("```java\nint i;\n```\n"))
        .hasMessageContaining("nothing executes this block");
    assertThatThrownBy(() -> follow("The file `a.yaml`:\n```yaml\nb: c\n```\n"))
        .hasMessageContaining("something uses a.yaml");
    assertThatThrownBy(() -> follow("```sh\ntrue\n")).hasMessageContaining("is not closed");
  }

  private String follow(String text) throws Exception {
    var runs = Files.createTempDirectory(scratch, "run");
    try (var walk = new Walk(directory, System.getenv(), runs)) {
      return walk.follow(MarkdownDocument.in("a document", text));
    }
  }
}
