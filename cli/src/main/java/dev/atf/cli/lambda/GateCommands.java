package dev.atf.cli.lambda;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.SetGateRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atf lambda pause | resume | drop}: opens and closes the gates of a lambda. */
final class GateCommands {
  private GateCommands() {}

  /** Command that sets the gate of a lambda, or of one of its collections. */
  abstract static class GateCommand extends OneLambdaCommand {
    @Option(
        names = "--collection",
        paramLabel = "C",
        description = "Only this collection's tasks (default: all of the lambda).")
    private String collection = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The reason, which is shown to everybody who asks why nothing runs.")
    private String reason = "";

    @Option(
        names = "--by",
        paramLabel = "WHO",
        defaultValue = "${sys:user.name}",
        description = "Your name, if you show no credentials (default: ${DEFAULT-VALUE}).")
    private String by;

    final int set(Gate.State state, @Nullable Until until) {
      var request =
          SetGateRequest.newBuilder()
              .setLambda(lambda)
              .setCollection(collection)
              .setState(state)
              .setReason(reason)
              .setBy(by);
      var end = Optional.ofNullable(until).map(Until::instant);
      end.map(ProtoTimes::proto).ifPresent(request::setUntil);
      return api.answer(
          connection -> connection.lambdas().setGate(request.build()),
          answer ->
              api.out()
                  .printf(
                      "%s%s is %s%s%n",
                      lambda,
                      collection.isEmpty() ? "" : "/" + collection,
                      state,
                      end.map(at -> " until " + at).orElse("")));
    }
  }

  /** Time at which the gate opens by itself. */
  static final class Until {
    @Option(names = "--until", paramLabel = "T", description = "Until 2026-01-01T00:00:00Z.")
    private @Nullable Instant at;

    @Option(
        names = "--for",
        paramLabel = "D",
        description = "For this time, by this machine's clock (10s, 5m, 1h).")
    private @Nullable Duration period;

    private Instant instant() {
      return at == null
          ? InstantSource.system().instant().plus(period == null ? Duration.ZERO : period)
          : at;
    }
  }

  @Command(
      name = "pause",
      description = {
        "Stop starting tasks of a lambda, or of one of its collections.",
        "Running tasks continue. The others wait, and lose nothing."
      })
  static final class Pause extends GateCommand {
    @ArgGroup private @Nullable Until until;

    @Override
    public Integer call() {
      return set(Gate.State.PAUSED, until);
    }
  }

  @Command(
      name = "resume",
      description = {
        "Open a gate again that is paused or dropping.",
        "This is effective within the store consumer's lambdaRefresh (2 s)."
      })
  static final class Resume extends GateCommand {
    @Override
    public Integer call() {
      return set(Gate.State.OPEN, null);
    }
  }

  @Command(
      name = "drop",
      description = {
        "End each task of a lambda, or of one of its collections, as DROPPED when it is due.",
        "Running tasks continue. Dropped tasks are dead letters, which can be redriven."
      })
  static final class Drop extends GateCommand {
    @ArgGroup private @Nullable Until until;

    @Override
    public Integer call() {
      return set(Gate.State.DROPPING, until);
    }
  }
}
