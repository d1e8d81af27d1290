package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.WorkerBuilder;
import dev.atf.runtime.SystemText;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;

/** Handlers that are part of an executor. */
public final class BuiltinLambdas {
  public static final String COMMAND = "command";
  public static final String HTTP = "http";
  public static final String PROBE = "probe";
  public static final List<String> NAMES = List.of(COMMAND, HTTP, PROBE);

  private BuiltinLambdas() {}

  /**
   * Registers all built-in lambdas, with the health command of the settings if there is one. The
   * setting {@code lambda} selects one of them.
   */
  public static WorkerBuilder addTo(WorkerBuilder worker, ExecutorConfig config) {
    return addTo(worker, config, UnaryOperator.identity());
  }

  /**
   * Registers all built-in lambdas, each in a wrapper.
   *
   * @param around wraps a handler, for example to record every execution
   */
  public static WorkerBuilder addTo(
      WorkerBuilder worker, ExecutorConfig config, UnaryOperator<TaskHandler<JsonNode>> around) {
    var allowed = AllowedAddresses.of(config.httpAllow());
    var http = new HttpHandler(InstantSource.system(), allowed);
    if (!config.health().command().isEmpty()) {
      worker.healthCheck(new CommandCheck(config.health().command()));
    }
    var command = new CommandHandler(CommandLauncher.detect(), SystemText.ofProcess());
    return worker
        .handle(COMMAND, JsonNode.class, around.apply(command))
        .handle(HTTP, JsonNode.class, around.apply(http))
        .handle(PROBE, JsonNode.class, around.apply(new ProbeHandler(allowed)));
  }
}
