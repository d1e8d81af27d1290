package dev.atf.cli.data;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.JsonOption;
import dev.atf.cli.output.ProgressLine;
import dev.atf.embedded.DataDirectory;
import dev.atf.embedded.EngineDirectory;
import dev.atf.local.ProtocolEngine;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.local.keep.Migration;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.StoreException;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbStore;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.embedded.UnsupportedFormatException;
import dev.atf.store.embedded.database.DamagedStoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkException;

/** {@code atf migrate}: moves data from the embedded engine to DynamoDB. */
@Command(
    name = "migrate",
    description = {
      "Move the unfinished tasks, the lambdas and the gates of the embedded engine to"
          + " DynamoDB. atf up must not be running.",
      "Each task is deleted here after it was written there; after an interruption run it"
          + " again. Finished tasks and their idempotency keys are not moved. The queues are"
          + " created by atf up, or when the lambdas are registered there."
    },
    footer = {
      "%nExamples:",
      "  atf migrate --to aws --dry-run",
      "  atf migrate --to http://localhost:8000",
      "  atf migrate --to dynamodb-local:DIR    (the data directory of another atf up)"
    })
public final class MigrateCommand implements Callable<Integer> {
  private static final String LOCAL = "dynamodb-local:";

  @Option(
      names = "--to",
      paramLabel = "STORE",
      required = true,
      description = "aws, the address of a DynamoDB, or dynamodb-local:DIR.")
  private String to;

  @Option(
      names = "--table-prefix",
      paramLabel = "P",
      description = "Prefix of the tables there (default: ${DEFAULT-VALUE}).")
  private String tablePrefix = "atf-";

  @Option(names = "--dry-run", description = "Only count.")
  private boolean dryRun;

  @Mixin private KeepOptions options;

  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    var store = EngineDirectory.embedded(options.data());
    if (!Files.isDirectory(store)) {
      throw new ConfigException(options.data() + " holds no tasks of the embedded engine");
    }
    try (var taken = DataDirectory.take(options.data());
        var source = EmbeddedStore.open(EngineDirectory.embedded(taken.path()), reason -> {})) {
      int unfinished = Migration.tasks(source);
      var moved = dryRun ? counted(source, unfinished) : migrate(source, unfinished);
      json.print(moved, text(moved));
      return 0;
    } catch (StoreException | SdkException e) {
      throw new CommandFailedException(
          "interrupted; run it again to continue: %s: %s".formatted(to, e.getMessage()));
    } catch (DamagedStoreException | UnsupportedFormatException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  private static Migration.Moved counted(EmbeddedStore source, int unfinished) {
    var lambdas = source.ports().lambdas().list();
    int gates =
        lambdas.stream()
            .mapToInt(lambda -> source.ports().gates().read().of(lambda.name()).size())
            .sum();
    return new Migration.Moved(lambdas.size(), 0, gates, unfinished, Migration.plans(source));
  }

  private Migration.Moved migrate(EmbeddedStore source, int unfinished) {
    if (!to.startsWith(LOCAL)) {
      return migrate(source, unfinished, to.equals("aws") ? aws() : config(to));
    }
    try (var taken = DataDirectory.take(Path.of(to.substring(LOCAL.length())));
        var emulator = EmbeddedDynamoDb.start(Optional.of(taken.path()), 0)) {
      return migrate(source, unfinished, config(emulator.endpoint()));
    }
  }

  private static Migration.Moved migrate(
      EmbeddedStore source, int unfinished, DynamoDbConfig config) {
    var target = DynamoDbStore.withTables(config);
    var progress = new ProgressLine(System.err);
    progress.begin("migrate", unfinished);
    try {
      return new Migration(source, target.ports()).run(progress::step);
    } finally {
      progress.end();
      target.close();
    }
  }

  private DynamoDbConfig aws() {
    return new DynamoDbConfig("", ProtocolEngine.regionOfAws(), tablePrefix);
  }

  private DynamoDbConfig config(String endpoint) {
    return new DynamoDbConfig(endpoint, DynamoDbConfig.DEFAULTS.region(), tablePrefix);
  }

  private String text(Migration.Moved moved) {
    return "%d lambdas, %d gates, %d unfinished tasks, %d plans %s %s%s"
        .formatted(
            moved.lambdas(),
            moved.gates(),
            moved.tasks(),
            moved.plans(),
            dryRun ? "would be moved to" : "are in",
            to,
            moved.lambdasKept() == 0
                ? ""
                : "; %d lambdas are registered there otherwise, and stay so"
                    .formatted(moved.lambdasKept()));
  }
}
