package dev.atf.cli.access;

import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --watch}: repeats a command until its output cannot change any more. */
@Command
public final class Repetition {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--watch", description = "Show it repeatedly until Ctrl-C.")
  private boolean watch;

  @Option(
      names = "--every",
      paramLabel = "D",
      defaultValue = "2s",
      description = "Time between two updates of --watch (default: ${DEFAULT-VALUE}).")
  private Duration every;

  /**
   * Shows the output once, or until {@code show} returns that nothing more will change. Once the
   * server has answered, a later absence of the server does not end the repetition.
   *
   * @return the exit code of success
   */
  public int run(ApiOptions api, Predicate<ApiConnection> show) {
    try (var connection = api.connect()) {
      run(api, () -> show.test(connection));
      return 0;
    }
  }

  private void run(ApiOptions api, BooleanSupplier show) {
    if (!watch) {
      boolean unused = show.getAsBoolean();
      return;
    }
    if (api.json()) {
      throw new ParameterException(
          spec.commandLine(),
          "--watch is for people; `atf tail --json` reports transitions to programs");
    }
    api.clear();
    boolean more = show.getAsBoolean();
    while (more) {
      EndWait.pause(every);
      more = again(api, show);
    }
  }

  private static boolean again(ApiOptions api, BooleanSupplier show) {
    api.clear();
    try {
      return show.getAsBoolean();
    } catch (StatusRuntimeException e) {
      if (!EndWait.isAway(e.getStatus().getCode())) {
        throw e;
      }
      api.err().println("atf: " + FailureMessages.asText(e));
      return true;
    }
  }
}
