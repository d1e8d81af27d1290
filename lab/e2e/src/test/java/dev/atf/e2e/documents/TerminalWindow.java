package dev.atf.e2e.documents;

import dev.atf.e2e.support.ProcessActivity;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A terminal that a command holds until it is interrupted. */
final class TerminalWindow {
  private final Process process;
  private final Path output;

  TerminalWindow(String commands, Path directory, Map<String, String> environment, Path output)
      throws IOException {
    var builder =
        new ProcessBuilder("bash", "-c", commands)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    this.process = builder.start();
    this.output = output;
  }

  String said() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a value that changes as long as its processes make progress. */
  String progress() {
    return "%d s of processor time, and there was%n%s"
        .formatted(ProcessActivity.of(process.toHandle()), said());
  }

  boolean isHeld() {
    return process.isAlive();
  }

  /** Interrupts all of its processes like Ctrl-C; returns whether they ended in time. */
  boolean interrupted() {
    var processes = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    processes.forEach(ProcessHandle::destroy);
    var ended =
        CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    try {
      ended.orTimeout(TestTimeouts.STALL.toMillis(), TimeUnit.MILLISECONDS).join();
      return true;
    } catch (CompletionException e) {
      return false;
    }
  }

  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
