package dev.atf.embedded;

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

  /** Returns the place of the contents of resources, as the setting {@code blobs} names it. */
  public static String blobs(Path data) {
    return data.resolve("blobs").toAbsolutePath().toString();
  }

  /**
   * Returns the store's directory in a backup: another one, so that no backup is run by mistake.
   */
  public static Path backup(Path target) {
    return target.resolve("backup");
  }

  /**
   * @throws ConfigException if only tasks of DynamoDB Local, or a backup, are there
   */
  public static void requireForEmbedded(Path data) {
    requireNoBackup(data);
    if (holdsDynamoDb(data) && !holdsEmbedded(data)) {
      throw new ConfigException(
          data + " holds tasks of --engine dynamodb-local: give that, or another --data");
    }
  }

  /**
   * @throws ConfigException if only tasks of the embedded engine, or a backup, are there
   */
  public static void requireForDynamoDbLocal(Path data) {
    requireNoBackup(data);
    if (holdsEmbedded(data) && !holdsDynamoDb(data)) {
      throw new ConfigException(
          data + " holds tasks of --engine embedded: give that, or another --data");
    }
  }

  private static void requireNoBackup(Path data) {
    if (Files.exists(backup(data))) {
      throw new ConfigException(data + " is a backup: atf restore " + data + " --data DIR");
    }
  }

  private static boolean holdsEmbedded(Path data) {
    return Files.exists(embedded(data));
  }

  private static boolean holdsDynamoDb(Path data) {
    return Files.exists(data.resolve(DYNAMODB_LOCAL_FILE));
  }
}
