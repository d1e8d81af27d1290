package dev.atf.standalone.local;

import dev.atf.executor.builtin.BuiltinLambdas;
import dev.atf.model.LeaseTimes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one machine runs.
 *
 * @param data where tasks live across restarts; empty: in memory
 * @param port of the public API; 0 for any free one
 * @param executors processes for each lambda; 0: others on this machine call the controller
 * @param threads of each executor
 * @param logLevel of this process's executors
 * @param journal where executors write down their executions; empty: nowhere
 * @param hscPort 0 for any free one
 * @param sqsPort of the queues; 0 for any free one
 * @param engine what keeps the tasks
 * @param command how executors of lambdas that are not built in are started; empty: there are none
 * @param environment settings of any service, by their names there
 * @param issuer of the tokens that callers must show; empty: they show none
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
    Engine engine,
    List<String> command,
    UpEnvironment environment,
    Optional<TokenIssuer> issuer) {
  public LocalClusterOptions {
    command = List.copyOf(command);
  }

  /** For callers without credentials. */
  public LocalClusterOptions(
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
      Engine engine,
      List<String> command,
      UpEnvironment environment) {
    this(
        data,
        port,
        executors,
        threads,
        pollInterval,
        lease,
        logLevel,
        journal,
        hscPort,
        sqsPort,
        engine,
        command,
        environment,
        Optional.empty());
  }

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
        Engine.EMBEDDED,
        List.of(),
        UpEnvironment.EMPTY);
  }

  /** The same on another engine. */
  public LocalClusterOptions with(Engine otherEngine) {
    return new LocalClusterOptions(
        data,
        port,
        executors,
        threads,
        pollInterval,
        lease,
        logLevel,
        journal,
        hscPort,
        sqsPort,
        otherEngine,
        command,
        environment,
        issuer);
  }

  /** The same, for callers with tokens of this issuer alone. */
  public LocalClusterOptions with(TokenIssuer tokens) {
    return new LocalClusterOptions(
        data,
        port,
        executors,
        threads,
        pollInterval,
        lease,
        logLevel,
        journal,
        hscPort,
        sqsPort,
        engine,
        command,
        environment,
        Optional.of(tokens));
  }

  /** Those of the lambdas with executors that are registered where they are not. */
  Set<String> builtins() {
    return command.isEmpty()
        ? executors.keySet()
        : executors.keySet().stream()
            .filter(BuiltinLambdas.NAMES::contains)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The processes that are started, for each lambda that has any. */
  Map<String, Integer> processes() {
    return executors.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** How one executor of this lambda is started. */
  List<String> commandOf(String lambda) {
    return command.isEmpty() || BuiltinLambdas.NAMES.contains(lambda)
        ? ExecutorCommandLine.of(journal)
        : command;
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
          Engine.EMBEDDED,
          List.of(),
          UpEnvironment.EMPTY);
}
