package dev.atf.local;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.worker.WorkerHost;
import dev.atf.worker.builtin.BuiltinLambdas;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parts of one machine.
 *
 * @param data directory of tasks that survive restarts; empty: in memory
 * @param port of the public API; 0 for any free one
 * @param executors processes for each lambda; 0: other processes on this machine call the
 *     controller
 * @param threads of each executor
 * @param logLevel of this process's executors
 * @param builtinCommand command that starts executors of built-in lambdas
 * @param hscPort 0 for any free one
 * @param controllerPort port at which a user's own executors ask for work, for any registered
 *     lambda; 0 for any free one; empty: only the lambdas of {@code executors} are served
 * @param sqsPort of the queues; 0 for any free one
 * @param engine engine that stores the tasks
 * @param command command that starts executors of lambdas that are not built in; empty: there are
 *     none
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
    List<String> builtinCommand,
    int hscPort,
    Optional<Integer> controllerPort,
    int sqsPort,
    EngineKind engine,
    List<String> command,
    UpEnvironment environment,
    Optional<TokenIssuer> issuer) {
  public LocalClusterOptions {
    builtinCommand = List.copyOf(builtinCommand);
    command = List.copyOf(command);
  }

  /** Returns a builder with its defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the built-in lambdas with executors, to be registered if they are not. */
  Set<String> builtins() {
    return command.isEmpty()
        ? executors.keySet()
        : executors.keySet().stream()
            .filter(BuiltinLambdas.NAMES::contains)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the number of processes for each lambda that has any. */
  Map<String, Integer> processes() {
    return executors.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Returns the command that starts one executor of this lambda. */
  List<String> commandOf(String lambda) {
    return command.isEmpty() || BuiltinLambdas.NAMES.contains(lambda) ? builtinCommand : command;
  }

  /** Builder of options; by default for a cluster inside another program. */
  public static final class Builder {
    private Optional<Path> data = Optional.empty();
    private int port;
    private Map<String, Integer> executors = Map.of();
    private int threads = 2;
    private Duration pollInterval = Duration.ofSeconds(2);
    private LeaseTimes lease = LeaseTimes.DEFAULT;
    private String logLevel = "WARN";
    private List<String> builtinCommand = WorkerHost.builtins();
    private int hscPort;
    private Optional<Integer> controllerPort = Optional.empty();
    private int sqsPort;
    private EngineKind engine = EngineKind.EMBEDDED;
    private List<String> command = List.of();
    private UpEnvironment environment = UpEnvironment.EMPTY;
    private Optional<TokenIssuer> issuer = Optional.empty();

    private Builder() {}

    public Builder data(Path value) {
      data = Optional.of(value);
      return this;
    }

    public Builder port(int value) {
      port = value;
      return this;
    }

    public Builder executors(Map<String, Integer> value) {
      executors = value;
      return this;
    }

    public Builder threads(int value) {
      threads = value;
      return this;
    }

    public Builder pollInterval(Duration value) {
      pollInterval = value;
      return this;
    }

    public Builder lease(LeaseTimes value) {
      lease = value;
      return this;
    }

    public Builder logLevel(String value) {
      logLevel = value;
      return this;
    }

    public Builder builtinCommand(List<String> value) {
      builtinCommand = value;
      return this;
    }

    public Builder hscPort(int value) {
      hscPort = value;
      return this;
    }

    public Builder controllerPort(int value) {
      controllerPort = Optional.of(value);
      return this;
    }

    public Builder sqsPort(int value) {
      sqsPort = value;
      return this;
    }

    public Builder engine(EngineKind value) {
      engine = value;
      return this;
    }

    public Builder command(List<String> value) {
      command = value;
      return this;
    }

    public Builder environment(UpEnvironment value) {
      environment = value;
      return this;
    }

    public Builder issuer(TokenIssuer value) {
      issuer = Optional.of(value);
      return this;
    }

    public LocalClusterOptions build() {
      return new LocalClusterOptions(
          data,
          port,
          executors,
          threads,
          pollInterval,
          lease,
          logLevel,
          builtinCommand,
          hscPort,
          controllerPort,
          sqsPort,
          engine,
          command,
          environment,
          issuer);
    }
  }
}
