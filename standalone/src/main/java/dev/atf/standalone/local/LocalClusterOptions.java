package dev.atf.standalone.local;

import dev.atf.model.LeaseTimes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What one machine runs.
 *
 * @param data where tasks live across restarts; empty: in memory
 * @param port of the public API; 0 for any free one
 * @param executors processes for each built-in lambda
 * @param threads of each executor
 * @param logLevel of this process's executors
 * @param journal where executors write down their executions; empty: nowhere
 * @param hscPort 0 for any free one
 * @param sqsPort of the queues; 0 for any free one
 * @param environment settings of any service, by their names there
 */
public record LocalClusterOptions(
    Optional<Path> data,
    int port,
    Map<String, Integer> executors,
    int threads,
    Duration pollInterval,
    LeaseTimes lease,
    String logLevel,
    Optional<Path> journal,
    int hscPort,
    int sqsPort,
    UpEnvironment environment) {
  /** On free ports, with nothing from the environment. */
  public LocalClusterOptions(
      Optional<Path> data,
      int port,
      Map<String, Integer> executors,
      int threads,
      Duration pollInterval,
      LeaseTimes lease,
      String logLevel,
      Optional<Path> journal) {
    this(
        data,
        port,
        executors,
        threads,
        pollInterval,
        lease,
        logLevel,
        journal,
        0,
        0,
        UpEnvironment.EMPTY);
  }

  public static final LocalClusterOptions DEFAULTS =
      new LocalClusterOptions(
          Optional.empty(),
          8080,
          Map.of("command", 2, "http", 1),
          4,
          Duration.ofSeconds(2),
          LeaseTimes.DEFAULT,
          "INFO",
          Optional.empty(),
          8081,
          9324,
          UpEnvironment.EMPTY);
}
