package dev.atf.local;

import dev.atf.runtime.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Contents of a data directory. An engine does not start beside the tasks of another, which would
 * silently not run.
 */
public final class EngineDirectory {
  /** DynamoDB Local's own name for its file. */
  private static final String DYNAMODB_LOCAL_FILE = "shared-local-instance.db";

  private EngineDirectory() {}

  /** Returns the directory of the embedded store. */
  public static Path embedded(Path data) {
    return data.resolve("embedded");
  }

  /**
   * Returns the store's directory in a backup: another one, so that no backup is run by mistake.
   */
  public static Path backup(Path target) {
    return target.resolve("backup");
  }

  /**
   * @throws ConfigException if tasks of another engine, or a backup, are there
   */
  static void requireFor(EngineKind engine, Path data) {
    var embedded = Files.exists(embedded(data));
    var dynamoDb = Files.exists(data.resolve(DYNAMODB_LOCAL_FILE));
    if (Files.exists(backup(data))) {
      throw new ConfigException(data + " is a backup: atf restore " + data + " --data DIR");
    }
    if (engine == EngineKind.EMBEDDED && dynamoDb && !embedded) {
      throw new ConfigException(
          data + " holds tasks of --engine dynamodb-local: give that, or another --data");
    }
    if (engine == EngineKind.DYNAMODB_LOCAL && embedded && !dynamoDb) {
      throw new ConfigException(
          data + " holds tasks of --engine embedded: give that, or another --data");
    }
  }
}
