package dev.atf.worker.supervisor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Starts the executor processes of one place. Each process has its own deadline file. */
final class ChildLauncher {
  private static final Set<String> OF_LOGGING = Set.of("ATF_LOG", "ATF_LOG_FORMAT");

  private final WorkerSpec spec;
  private final int index;
  private final Path directory;
  private final HostOverload overload;
  private final WorkerSupervisor.Surroundings parts;
  private int generation;

  ChildLauncher(
      WorkerSpec spec,
      int index,
      Path directory,
      HostOverload overload,
      WorkerSupervisor.Surroundings parts) {
    this.spec = spec;
    this.index = index;
    this.directory = directory;
    this.overload = overload;
    this.parts = parts;
  }

  /**
   * Starts an executor.
   *
   * @param now current time of the monotonic clock
   */
  ChildProcess start(long now) throws IOException {
    var deadlineFile =
        directory.resolve(spec.lambda() + "-" + index + "-" + ++generation + ".deadline");
    var notice = new NoticeReader(deadlineFile);
    notice.reset();
    var builder = new ProcessBuilder(withExitOnOutOfMemory(spec.command()));
    var environment = builder.environment();
    // An executor does not know the supervisor's own settings, and would refuse to start.
    environment.keySet().removeIf(name -> name.startsWith("ATF_") && !OF_LOGGING.contains(name));
    if (overload.isOverloaded()) {
      environment.put("ATF_TUNING_START_THREADS", "1");
    }
    environment.putAll(spec.environment());
    environment.put("ATF_LAMBDA", spec.lambda());
    environment.put("ATF_DEADLINE_FILE", deadlineFile.toString());
    environment.put("ATF_END_WITH_PARENT", "true");
    var tree = ProcessTree.withNewMark(ProcessTree.OF_EXECUTOR);
    tree.mark(environment);
    // The child's standard input stays open as long as this process lives, so the child exits with
    // it.
    var process = builder.start();
    var prefix = spec.lambda() + "/" + index;
    var lastErrors = new LastLines();
    // The JVM writes its last words to standard output, and logs may go there.
    OutputRelay.start(
        prefix,
        process.getInputStream(),
        parts.out(),
        line -> {
          if (LastLines.isOutOfMemory(line)) {
            lastErrors.add(line);
          }
        });
    OutputRelay.start(prefix, process.getErrorStream(), parts.err(), lastErrors::add);
    return new ChildProcess(
        process, tree, deadlineFile, notice, lastErrors, parts.instants().instant(), now);
  }

  /** Adds the option first, so that a command with its own option overrides it. */
  private static List<String> withExitOnOutOfMemory(List<String> command) {
    var program = Path.of(command.get(0)).getFileName();
    if (program == null || !program.toString().equals("java")) {
      return command;
    }
    var words = new ArrayList<>(command);
    words.add(1, "-XX:+ExitOnOutOfMemoryError");
    return words;
  }
}
