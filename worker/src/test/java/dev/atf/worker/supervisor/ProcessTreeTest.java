package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.TestJvm;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests process trees of shells whose children are left behind. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class ProcessTreeTest {
  private static final String MARK = "TREE_OF_TEST";

  @TempDir private Path directory;

  private Process start(ProcessTree tree, String script) throws IOException {
    var builder = new ProcessBuilder(List.of("sh", "-c", script)).directory(directory.toFile());
    tree.mark(builder.environment());
    return builder.start();
  }

  private ProcessHandle started(String file) throws IOException {
    var path = directory.resolve(file);
    await().until(() -> Files.exists(path) && !Files.readString(path).isBlank());
    return ProcessHandle.of(Long.parseLong(Files.readString(path).strip())).orElseThrow();
  }

  @Test
  void killsChildrenOfADeadProcess() throws Exception {
    var tree = ProcessTree.withNewMark(MARK);
    var process = start(tree, "setsid sleep 8401 & echo $! > pid; kill -9 $$");
    var left = started("pid");
    assertThat(process.waitFor()).isEqualTo(128 + 9);
    assertThat(left.isAlive()).isTrue();

    assertThat(tree.kill()).isFalse();

    await().until(() -> !left.isAlive());
    assertThat(tree.kill()).isTrue();
  }

  @Test
  void processesOfAnotherTreeAreLeftAlone() throws Exception {
    var process = start(ProcessTree.withNewMark(MARK), "exec sleep 8402");

    assertThat(ProcessTree.withNewMark(MARK).kill()).isTrue();

    assertThat(process.isAlive()).isTrue();
    process.destroyForcibly();
  }

  @Test
  void killsAllOfATreeAtOnce() throws Exception {
    var tree = ProcessTree.withNewMark(MARK);
    var process = start(tree, "sleep 8403 & (setsid sleep 8404 & echo $! > pid) & exec sleep 8405");
    var left = started("pid");

    assertThat(tree.killAll()).isTrue();

    await().until(() -> !left.isAlive() && !process.isAlive());
  }

  /**
   * Process that kills a tree when it can open no further file, and then when it can open only the
   * list of processes, which needs two descriptors.
   */
  static final class WithoutFiles {
    private static final int LEFT_RUNNING = 5;

    private WithoutFiles() {}

    public static void main(String[] args) throws IOException {
      var tree = ProcessTree.withNewMark(MARK);
      // The first call loads the classes, which needs files.
      boolean unused = tree.killAll();
      var files = new ArrayList<InputStream>();
      try {
        while (files.size() < 2_000) {
          files.add(Files.newInputStream(Path.of("/dev/null")));
        }
      } catch (FileSystemException e) {
        boolean killed = tree.killAll();
        files.get(0).close();
        files.get(1).close();
        System.exit(killed || tree.killAll() || tree.kill() ? 0 : LEFT_RUNNING);
      }
    }
  }

  @Test
  void treeThatCannotBeListedIsReportedAsLeftRunning() throws Exception {
    var command = new ArrayList<>(List.of("sh", "-c", "ulimit -n 1000; exec \"$@\"", "sh"));
    command.addAll(TestJvm.command(WithoutFiles.class));

    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();

    assertThat(process.waitFor()).isEqualTo(WithoutFiles.LEFT_RUNNING);
  }

  /** Between two programs a process shows no environment, as this one does for half a second. */
  @Test
  void killsAProcessThatIsStartingAProgram() throws Exception {
    var tree = ProcessTree.withNewMark(MARK);
    var process =
        start(
            tree,
            "setsid env -i /bin/sh -c 'echo $$ > pid; /bin/sleep 0.5;"
                + " exec /usr/bin/env TREE_OF_TEST=$0 /bin/sleep 8406' \"$TREE_OF_TEST\" &"
                + " until [ -s pid ]; do sleep 0.02; done");
    var left = started("pid");
    assertThat(process.waitFor()).isZero();

    assertThat(tree.killAll()).isTrue();

    await().until(() -> !left.isAlive());
  }
}
