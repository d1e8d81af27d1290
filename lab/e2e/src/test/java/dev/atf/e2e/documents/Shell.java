package dev.atf.e2e.documents;

import dev.atf.e2e.support.ProcessActivity;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The terminal in which a reader types: one bash, which remembers variables between blocks. */
final class Shell implements AutoCloseable {
  /** Prelude by which a failed command does not end the others, as at a prompt, but is recorded. */
  private static final String PRELUDE =
      "set -u -o pipefail\ntrap 'echo \"exit code $? of: $BASH_COMMAND\" >> \"$FAILED\"' ERR\n";

  private final Process bash;
  private final Writer input;
  private final Path scratch;
  private int blocks;

  /**
   * @param output standard output and errors, in their order
   * @param failed {@code exit code N of: COMMAND} of each command that failed
   */
  record Ran(String output, List<String> failed) {}

  /**
   * @param scratch a directory of its own, for scripts and outputs
   */
  Shell(Path directory, Map<String, String> environment, Path scratch) throws IOException {
    var builder =
        new ProcessBuilder("bash")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(scratch.resolve("bash.out").toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    this.bash = builder.start();
    this.input = bash.outputWriter();
    this.scratch = scratch;
    type(PRELUDE);
  }

  Ran run(String commands) throws IOException {
    blocks++;
    var script = scratch.resolve(blocks + ".sh");
    var output = scratch.resolve(blocks + ".out");
    var failed = scratch.resolve(blocks + ".failed");
    var done = scratch.resolve(blocks + ".done");
    Files.writeString(script, commands + "\ntrue\n");
    Files.createFile(failed);
    type(
        "FAILED='%s'; source '%s' < /dev/null > '%s' 2>&1; : > '%s'\n"
            .formatted(failed, script, output, done));
    ProgressWait.observing(
            "the end of: " + commands,
            () ->
                "%d s of processor time, %d bytes of output"
                    .formatted(ProcessActivity.of(bash.toHandle()), output.toFile().length()))
        .until(() -> Files.exists(done) || !bash.isAlive());
    if (!Files.exists(done)) {
      throw new IllegalStateException("the shell has ended: " + Files.readString(output));
    }
    return new Ran(Files.readString(output), Files.readAllLines(failed));
  }

  private void type(String text) throws IOException {
    input.write(text);
    input.flush();
  }

  @Override
  public void close() {
    bash.descendants().forEach(ProcessHandle::destroyForcibly);
    bash.destroyForcibly();
  }
}
