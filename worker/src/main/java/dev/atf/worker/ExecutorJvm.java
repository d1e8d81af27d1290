package dev.atf.worker;

import java.util.ArrayList;
import java.util.List;

/** How a child executor is started that runs on this program's class path: with a small heap. */
public final class ExecutorJvm {
  private ExecutorJvm() {}

  /** The command line of a main class. */
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
    // Where a deployment says how processes log, it says so for the children, too.
    var logging = System.getProperty("logback.configurationFile");
    if (logging != null) {
      command.add("-Dlogback.configurationFile=" + logging);
    }
    command.add(mainClass);
    command.addAll(List.of(arguments));
    return command;
  }
}
