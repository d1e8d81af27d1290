package dev.atf.local;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.worker.WorkerHost;
import dev.atf.worker.builtin.BuiltinLambdas;
import dev.atf.worker.pool.ProcessRange;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.soabase.recordbuilder.core.RecordBuilder.ConcreteSettersForOptionalMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Options of a system on one machine.
 *
 * @param data directory for tasks that survive restarts; if empty, tasks are in memory
 * @param port port of the public API; 0 for any free one
 * @param executors number of processes by lambda; 0 if other processes on this machine call the
 *     controller
 * @param elastic bounds of the number of processes, by lambda, for lambdas whose number follows the
 *     load; they are not in {@code executors}
 * @param threads number of threads of each executor
 * @param logLevel log level of the executors
 * @param builtinCommand command that starts executors of built-in lambdas
 * @param hscPort port of the HSC; 0 for any free one
 * @param controllerPort port at which a user's own executors request work, for any registered
 *     lambda; 0 for any free one; if empty, only the lambdas of {@code executors} are served
 * @param sqsPort port of the queues; 0 for any free one
 * @param engine engine that stores the tasks
 * @param command command that starts executors of lambdas that are not built in; empty if there are
 *     none
 * @param environment settings of any service, by their names in the environment
 * @param issuer issuer of the tokens that callers must present; empty if they need none
 */
@RecordBuilder
@RecordBuilder.Options(addConcreteSettersForOptional = ConcreteSettersForOptionalMode.ENABLED)
public record LocalClusterOptions(
    Optional<Path> data,
    int port,
    Map<String, Integer> executors,
    Map<String, ProcessRange> elastic,
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

  /** Returns a builder; by default for a cluster inside another program. */
  public static LocalClusterOptionsBuilder builder() {
    return LocalClusterOptionsBuilder.builder(
        new LocalClusterOptions(
            Optional.empty(),
            0,
            Map.of(),
            Map.of(),
            2,
            Duration.ofSeconds(2),
            LeaseTimes.DEFAULT,
            "WARN",
            WorkerHost.builtins(),
            0,
            Optional.empty(),
            0,
            EngineKind.EMBEDDED,
            List.of(),
            UpEnvironment.EMPTY,
            Optional.empty()));
  }

  /** Returns the lambdas for which executors of this machine, or its callers, work. */
  Set<String> lambdas() {
    var lambdas = new TreeSet<>(executors.keySet());
    lambdas.addAll(elastic.keySet());
    return lambdas;
  }

  /** Returns the built-in lambdas with executors, which are registered if they are missing. */
  Set<String> builtins() {
    return command.isEmpty()
        ? lambdas()
        : lambdas().stream().filter(BuiltinLambdas.NAMES::contains).collect(Collectors.toSet());
  }

  /** Returns the number of processes for each lambda with processes. */
  Map<String, ProcessRange> processes() {
    var processes = new TreeMap<>(elastic);
    executors.forEach(
        (lambda, count) -> {
          if (count > 0) {
            processes.put(lambda, ProcessRange.of(count));
          }
        });
    return processes;
  }

  /** Returns the command that starts one executor of this lambda. */
  List<String> commandOf(String lambda) {
    return command.isEmpty() || BuiltinLambdas.NAMES.contains(lambda) ? builtinCommand : command;
  }
}
