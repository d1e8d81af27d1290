package dev.atf.worker;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Command lines of child processes that run on this program's class path, with a small heap and the
 * archive of classes that this program was started with (ADR 0063).
 */
public final class ChildJvm {
  /** Options for many small processes with short start times. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xms16m",
          "-Xmx256m",
          "-Xss512k",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          // Nobody reads them, and they are sampled twenty times a second.
          "-XX:-UsePerfData",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xshare:auto");

  /**
   * Options of this program about its class data archive. They apply to its children as well,
   * because an archive belongs to a class path.
   */
  private static final List<String> OF_ARCHIVES =
      List.of(
          "-XX:SharedArchiveFile=",
          "-XX:ArchiveRelocationMode=",
          "-XX:+UnlockDiagnosticVMOptions",
          "-Xlog:");

  private ChildJvm() {}

  /** Returns the command line of a main class. */
  public static List<String> running(String mainClass, String... arguments) {
    return running(
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        System.getProperty("java.class.path"),
        mainClass,
        arguments);
  }

  /**
   * Returns a command line.
   *
   * @param own options of this program's JVM
   */
  static List<String> running(
      List<String> own, String classPath, String mainClass, String... arguments) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(OPTIONS);
    own.stream().filter(ChildJvm::isOfArchives).forEach(command::add);
    // A logging configuration of the deployment also applies to the children.
    var logging = System.getProperty("logback.configurationFile");
    if (logging != null) {
      command.add("-Dlogback.configurationFile=" + logging);
    }
    Stream.of("-cp", classPath, mainClass).forEach(command::add);
    command.addAll(List.of(arguments));
    return command;
  }

  private static boolean isOfArchives(String option) {
    return OF_ARCHIVES.stream().anyMatch(option::startsWith);
  }
}
