package dev.atf.e2e.rollout;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atf.cli.AtfMain;
import dev.atf.e2e.documents.Project;
import dev.atf.e2e.support.ProcessActivity;
import dev.atf.lab.processes.Part;
import dev.atf.testtime.ProgressWait;
import dev.atf.worker.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.ToolProvider;

/**
 * A build of this project, by what its users see: the commands of {@code atf}, and the API with
 * which the owner of a lambda compiles a program.
 *
 * @param atf command line of {@code atf}
 * @param program the command of the owner's program, compiled with this build
 */
record Build(String name, List<String> atf, List<String> program) {
  private static final String OWNERS_PROGRAM = "Steps";

  /**
   * Returns the build that is being tested.
   *
   * @param argument of the owner's program
   */
  static Build present(Path argument) throws IOException {
    return of(
        "present",
        ChildJvm.running(AtfMain.class.getName()),
        System.getProperty("java.class.path"),
        argument);
  }

  /**
   * Returns the build of an earlier commit, which its own scripts make; skips the test if the
   * checkout does not have that commit.
   */
  static Build previous(String commit, Path argument) throws IOException {
    var builds = Files.createDirectories(Path.of("target", "builds").toAbsolutePath());
    var directory = builds.resolve(commit);
    if (!Files.exists(directory)) {
      var incomplete = builds.resolve("incomplete").toString();
      var found = run(Project.ROOT, "git", "cat-file", "-e", commit + "^{commit}");
      assumeTrue(
          found.exitCode() == 0,
          "commit %s, which previous-build.txt names, is not in this checkout: %s"
              .formatted(commit, found.output()));
      succeed(
          Project.ROOT,
          "bash",
          "-c",
          "set -o pipefail; rm -rf \"$1\" && mkdir \"$1\" && git archive \"$0\" | tar -x -C \"$1\""
              + " && mv \"$1\" \"$2\"",
          commit,
          incomplete,
          directory.toString());
    }
    var atf = directory.resolve("atf").toString();
    // Only the first call builds it; its output ends with the class path.
    var output = succeed(directory, atf, "classpath").strip();
    var classPath = output.substring(output.lastIndexOf('\n') + 1);
    return of(commit.substring(0, 8), List.of(atf), classPath, argument);
  }

  /** Returns the command of a service. */
  List<String> service(Part part) {
    var command = new ArrayList<>(atf);
    command.add(part.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    return command;
  }

  private static Build of(String name, List<String> atf, String classPath, Path argument)
      throws IOException {
    var classes = Files.createDirectories(Path.of("target", "owners-program", name));
    var source = Project.ROOT.resolve("lab/e2e/src/test/outside-worker/Steps.java");
    int failures =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                classPath,
                "-d",
                classes.toString(),
                source.toString());
    if (failures != 0) {
      throw new IllegalStateException(source + " cannot be compiled with build " + name);
    }
    var java = ProcessHandle.current().info().command().orElse("java");
    return new Build(
        name,
        atf,
        List.of(
            java,
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath + ":" + classes.toAbsolutePath(),
            OWNERS_PROGRAM,
            argument.toString()));
  }

  private record Ended(int exitCode, String output) {}

  private static String succeed(Path directory, String... command) throws IOException {
    var ended = run(directory, command);
    if (ended.exitCode() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ":\n" + ended.output());
    }
    return ended.output();
  }

  private static Ended run(Path directory, String... command) throws IOException {
    var log = Files.createTempFile(Path.of("target", "builds"), "command-", ".log");
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    // The libraries of others are where this build has found them.
    builder
        .environment()
        .put("MAVEN_ARGS", "-Dmaven.repo.local=" + System.getProperty("atf.repository"));
    var process = builder.start();
    ProgressWait.observing(String.join(" ", command), () -> ProcessActivity.of(process.toHandle()))
        .until(() -> !process.isAlive());
    return new Ended(process.exitValue(), Files.readString(log));
  }
}
