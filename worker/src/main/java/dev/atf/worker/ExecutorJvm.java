package dev.atf.worker;

import java.util.ArrayList;
import java.util.List;

/** Command lines of child executors that run on this program's class path, with a small heap. */
public final class ExecutorJvm {
  private ExecutorJvm() {}

  /** Returns the command line of a main class. */
  public static List<String> running(String mainClass, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path")));
    // A logging configuration of the deployment also applies to the children.
    var logging = System.getProperty("logback.configurationFile");
    if (logging != null) {
      command.add("-Dlogback.configurationFile=" + logging);
    }
    command.add(mainClass);
    command.addAll(List.of(arguments));
    return command;
  }
}
