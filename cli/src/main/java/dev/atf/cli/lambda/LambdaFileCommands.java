package dev.atf.cli.lambda;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.access.FailureMessages;
import dev.atf.clusterfile.ClusterFile;
import dev.atf.local.ApiConnection;
import dev.atf.local.settings.ClusterFileChecks;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf lambda apply} and {@code atf lambda diff}: the lambdas of a cluster's file. */
final class LambdaFileCommands {
  private LambdaFileCommands() {}

  /** The file that both take. */
  @Command(
      footer = {
        "%nThe file is the one that a cluster is deployed from: `lambdas` holds them as in",
        "PUT /v1/lambdas/{lambda}; what one leaves out has its default. It is checked as a whole,",
        "the settings of the services too, before the server is called."
      })
  static final class File {
    @Option(
        names = {"-f", "--file"},
        paramLabel = "FILE",
        required = true,
        description = "A cluster's YAML file.")
    private Path path;

    ClusterFile read() {
      return ClusterFileChecks.read(path);
    }
  }

  @Command(
      name = "apply",
      description = {
        "Register all lambdas of a cluster's file.",
        "Unchanged lambdas are registered again, too, which creates missing queues. Lambdas"
            + " that are not in the file stay unchanged. If one is refused, the others are still"
            + " registered, and the exit code is 1."
      })
  static final class Apply extends ApiCommand {
    @Mixin private File file;

    @Option(names = "--dry-run", description = "Only print what would be done.")
    private boolean dryRun;

    @Override
    public Integer call() {
      var lambdas = file.read().lambdas();
      try (var connection = api.connect()) {
        var plan = LambdaPlan.of(lambdas, connection);
        Map<String, String> refusals = dryRun ? Map.of() : register(plan, connection);
        if (api.json()) {
          api.out().println(plan.json(refusals).put("dryRun", dryRun).toPrettyString());
        } else {
          print(plan, refusals);
        }
        return refusals.isEmpty() ? 0 : 1;
      }
    }

    private static Map<String, String> register(LambdaPlan plan, ApiConnection connection) {
      var refusals = new LinkedHashMap<String, String>();
      for (var difference : plan.differences()) {
        try {
          connection.lambdas().registerLambda(difference.wanted());
        } catch (StatusRuntimeException e) {
          refusals.put(difference.wanted().getName(), FailureMessages.asText(e));
        }
      }
      return refusals;
    }

    private void print(LambdaPlan plan, Map<String, String> refusals) {
      for (var difference : plan.differences()) {
        var refusal = refusals.get(difference.wanted().getName());
        var done = difference.kind().name().toLowerCase(Locale.ROOT);
        LambdaPlan.print(difference, refusal == null ? done : "refused: " + refusal, api.out());
      }
      plan.printNotInFile(api.out());
      if (dryRun) {
        api.out().println("nothing was done (--dry-run)");
      }
    }
  }

  @Command(
      name = "diff",
      description = {
        "Print, field by field, what `atf lambda apply` would change.",
        "Lambdas that are not in the file are listed, and do not count as a difference."
      },
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:no difference", "1:differences, or a failure", "2:wrong usage"})
  static final class Diff extends ApiCommand {
    @Mixin private File file;

    @Override
    public Integer call() {
      var lambdas = file.read().lambdas();
      try (var connection = api.connect()) {
        var plan = LambdaPlan.of(lambdas, connection);
        if (api.json()) {
          api.out().println(plan.json(Map.of()).toPrettyString());
        } else {
          for (var difference : plan.differences()) {
            if (difference.kind() != LambdaDifference.Kind.UNCHANGED) {
              var kind = difference.kind().name().toLowerCase(Locale.ROOT);
              LambdaPlan.print(difference, "would be " + kind, api.out());
            }
          }
          plan.printNotInFile(api.out());
        }
        return plan.isEmpty() ? CommandLine.ExitCode.OK : 1;
      }
    }
  }
}
