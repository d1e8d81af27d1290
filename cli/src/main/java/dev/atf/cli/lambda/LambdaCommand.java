package dev.atf.cli.lambda;

import static dev.atf.cli.access.Argument.LAMBDA;
import static dev.atf.cli.access.Argument.all;
import static dev.atf.cli.access.Argument.fixed;
import static dev.atf.cli.access.Argument.oneOf;
import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Call.call;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.output.EndWait;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteLambdaResponse;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ListLambdasResponse;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.runtime.config.Durations;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf lambda}: commands about the registry of lambdas, and about their gates. */
@Command(name = "lambda", description = "Register, show, pause and resume lambdas.")
public final class LambdaCommand extends CommandGroup implements CommandTable {
  static final String NONE = "no lambdas; `atf lambda register NAME` creates one";

  private static final Argument GATE =
      all(
          LAMBDA,
          option("--collection=C", "Only this collection's tasks (default: all of the lambda)."),
          option(
              "--reason=TEXT",
              "The reason, which is shown to everybody who asks why nothing runs."),
          option("--by=WHO", "Your name, if you show no credentials (default: ${DEFAULT-VALUE}).")
              .orElse("${sys:user.name}"));

  /** Time at which a gate opens by itself. */
  private static final Argument UNTIL =
      oneOf(
          "0..1",
          option("--until=T", "Until 2026-01-01T00:00:00Z.").of(Instant.class),
          option("--for=D", "For this time, by this machine's clock (10s, 5m, 1h).")
              .of(Duration.class)
              .into("until"));

  @Override
  public List<?> commands() {
    return List.of(
        Register.class,
        call("get", "Show a lambda: its settings and live figures.")
            .with(LAMBDA)
            .watches(LambdaServiceGrpc::getGetLambdaMethod, LambdaCommand::print),
        call("list", "List the registered lambdas.")
            .watches(LambdaServiceGrpc::getListLambdasMethod, LambdaCommand::printAll),
        call(
                "pause",
                "Stop starting tasks of a lambda, or of one of its collections.",
                "Running tasks continue. The others wait, and lose nothing.")
            .with(GATE, UNTIL, fixed("state", Gate.State.PAUSED))
            .calls(LambdaServiceGrpc::getSetGateMethod, LambdaCommand::printGate),
        call(
                "resume",
                "Open a gate again that is paused or dropping.",
                "This is effective within the store consumer's lambdaRefresh (2 s).")
            .with(GATE, fixed("state", Gate.State.OPEN))
            .calls(LambdaServiceGrpc::getSetGateMethod, LambdaCommand::printGate),
        call(
                "drop",
                "End each task of a lambda, or of one of its collections, as DROPPED when it is"
                    + " due.",
                "Running tasks continue. Dropped tasks are dead letters, which can be redriven.")
            .with(GATE, UNTIL, fixed("state", Gate.State.DROPPING))
            .calls(LambdaServiceGrpc::getSetGateMethod, LambdaCommand::printGate),
        Delete.class,
        LambdaFileCommands.Apply.class,
        LambdaFileCommands.Diff.class);
  }

  @Command(
      name = "register",
      description = "Create or replace the settings of a lambda.",
      footer = {
        "%nThe settings are JSON as in PUT /v1/lambdas/{lambda}; what is left out has its default:",
        "  atf lambda register resize-image --settings '{\"retry\":{\"maxAttempts\":5}}'"
      })
  static final class Register extends ApiCommand {
    @Parameters(paramLabel = "LAMBDA", description = "1-64 of a-z 0-9 -, starting with a letter.")
    private String name;

    @Option(
        names = "--needs",
        paramLabel = "NAME",
        split = ",",
        description =
            "Capabilities that a worker host must offer to serve the lambda, such as gpu"
                + " (default: those of the settings).")
    private List<String> needs = List.of();

    @Option(
        names = "--canary",
        paramLabel = "JSON",
        description = {
          "Canaries, such as '{\"every\":\"30s\",\"deadline\":\"10s\",\"json\":{}}'",
          "(default: those of the settings)."
        })
    private @Nullable String canary;

    @ArgGroup private Source source = new Source();

    /** Source of the settings. */
    static final class Source {
      @Option(names = "--settings", paramLabel = "JSON", description = "Settings (default: {}).")
      private String settings = "{}";

      @Option(names = "--file", paramLabel = "FILE", description = "A file with the settings.")
      private @Nullable Path file;
    }

    @Override
    public Integer call() {
      return api.answer(
          connection -> connection.lambdas().registerLambda(parse()),
          lambda -> LambdaCommand.print(api, lambda));
    }

    private Lambda parse() {
      var file = source.file;
      var given =
          file == null ? new JsonInput("--settings", source.settings) : JsonInput.ofFile(file);
      var lambda = given.into(Lambda.newBuilder());
      if (!lambda.getName().isEmpty() && !lambda.getName().equals(name)) {
        throw new CommandFailedException(
            "name: %s (expected: %s, or left out)".formatted(lambda.getName(), name));
      }
      if (!needs.isEmpty()) {
        lambda.clearNeeds().addAllNeeds(needs);
      }
      Optional.ofNullable(canary)
          .map(json -> new JsonInput("--canary", json).into(Lambda.Canary.newBuilder()))
          .ifPresent(lambda::setCanary);
      return lambda.setName(name).build();
    }
  }

  private static void printAll(ApiOptions api, ListLambdasResponse answer) {
    var table = new TextTable("LAMBDA", "PRIORITIES", "OWNER", "GATES", "DESCRIPTION");
    for (var lambda : answer.getLambdasList()) {
      table.add(
          lambda.getName(),
          String.join(" > ", lambda.getPrioritiesList()),
          TaskOutput.oneLine(lambda.getOwner()),
          lambda.getGatesList().stream()
              .map(gate -> gate.getCollection() + " " + gate.getState())
              .map(String::strip)
              .collect(Collectors.joining(", ")),
          TaskOutput.oneLine(lambda.getDescription()));
    }
    table.print(api.out(), api.terminal());
    if (answer.getLambdasCount() == 0) {
      api.out().println(NONE);
    }
  }

  private static void printGate(ApiOptions api, SetGateRequest gate, Lambda lambda) {
    api.out()
        .printf(
            "%s%s is %s%s%n",
            lambda.getName(),
            gate.getCollection().isEmpty() ? "" : "/" + gate.getCollection(),
            gate.getState(),
            gate.hasUntil() ? " until " + TaskOutput.time(gate.getUntil()) : "");
  }

  private static void print(ApiOptions api, Lambda lambda) {
    var out = api.out();
    out.printf(
        "%-24s %-28s %s%n",
        lambda.getName(),
        String.join(" > ", lambda.getPrioritiesList()),
        TaskOutput.printable(lambda.getDescription()));
    var retry = lambda.getRetry();
    out.printf(
        "  owner %s; default priority %s; %d attempts; %d shards; payload up to %d bytes;"
            + " result up to %d bytes; history %s%n",
        lambda.getOwner().isEmpty() ? "(none)" : TaskOutput.printable(lambda.getOwner()),
        lambda.getDefaultPriority(),
        retry.getMaxAttempts(),
        lambda.getShards(),
        lambda.getPayloadBytesMax(),
        lambda.getResultBytesMax(),
        lambda.getHistory());
    out.printf(
        "  logs of attempts: %s, the last %d bytes%n", lambda.getLogs(), lambda.getLogBytesMax());
    if (lambda.getNeedsCount() > 0) {
      out.printf("  needs of a worker host: %s%n", String.join(", ", lambda.getNeedsList()));
    }
    if (lambda.hasCanary()) {
      out.printf(
          "  a canary every %s, with a deadline of %s%n",
          Durations.text(ProtoTimes.java(lambda.getCanary().getEvery())),
          Durations.text(ProtoTimes.java(lambda.getCanary().getDeadline())));
    }
    for (var gate : lambda.getGatesList()) {
      out.printf(
          "  %s %s%s%s%s%n",
          gate.getCollection().isEmpty() ? "the lambda" : "collection " + gate.getCollection(),
          gate.getState(),
          gate.getBy().isEmpty() ? "" : " by " + TaskOutput.printable(gate.getBy()),
          gate.hasUntil() ? " until " + TaskOutput.time(gate.getUntil()) : "",
          gate.getReason().isEmpty() ? "" : ": " + TaskOutput.printable(gate.getReason()));
    }
    if (lambda.hasClosedAt()) {
      out.println("  closed for new tasks: it is being deleted");
    }
    if (lambda.hasLive()) {
      out.printf(
          "  %d dead letters; %d controllers have asked for work recently%n",
          lambda.getLive().getDead(), lambda.getLive().getControllers());
    }
    for (var live : lambda.getLive().getPrioritiesList()) {
      out.printf(
          "  %-16s %6d pending %6d queued%s%n",
          live.getPriority(),
          live.getPending(),
          live.getQueued(),
          live.hasOldestDueAge() && live.getOldestDueAge().getSeconds() > 0
              ? "  oldest due for %ds".formatted(live.getOldestDueAge().getSeconds())
              : "");
    }
  }

  /**
   * {@code atf lambda delete}: closes an empty lambda, waits until no task can arrive any more, and
   * deletes it.
   */
  @Command(
      name = "delete",
      description = {
        "Delete a lambda that has no unfinished tasks.",
        "First it is closed for new tasks. Then the command waits until no frontend"
            + " accepts tasks for it."
      })
  static final class Delete extends OneLambdaCommand {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final MonotonicClock clock = MonotonicClock.system();

    @Option(
        names = "--wait-timeout",
        paramLabel = "D",
        defaultValue = "2m",
        description = "Maximum duration of the wait (default: ${DEFAULT-VALUE}).")
    private Duration waitTimeout;

    @Override
    public Integer call() {
      return api.answer(this::delete, answer -> api.out().println(lambda + " is deleted"));
    }

    private DeleteLambdaResponse delete(ApiConnection connection) {
      long begun = clock.nanos();
      while (true) {
        try {
          return connection
              .lambdas()
              .deleteLambda(DeleteLambdaRequest.newBuilder().setLambda(lambda).build());
        } catch (StatusRuntimeException e) {
          boolean closing =
              RpcErrors.reasonOf(e).filter(r -> r == ErrorReason.LAMBDA_CLOSING).isPresent();
          if (!closing || clock.since(begun).compareTo(waitTimeout) >= 0) {
            throw e;
          }
          EndWait.pause(PAUSE);
        }
      }
    }
  }
}
