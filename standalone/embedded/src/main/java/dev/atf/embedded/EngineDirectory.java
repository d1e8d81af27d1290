package dev.atf.embedded;

import dev.atf.runtime.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Contents of a data directory. An engine does not start if the directory contains tasks of another
 * engine, because these tasks would silently never run.
 */
public final class EngineDirectory {
  /** Name that DynamoDB Local gives its file. */
  private static final String DYNAMODB_LOCAL_FILE = "shared-local-instance.db";

  private EngineDirectory() {}

  /** Returns the directory of the embedded store. */
  public static Path embedded(Path data) {
    return data.resolve("embedded");
  }

  /** Returns the location of the files of tasks, as in the setting {@code blobs}. */
  public static String blobs(Path data) {
    return data.resolve("blobs").toAbsolutePath().toString();
  }

  /**
   * Returns the directory of the store in a backup. It has another name than in a data directory,
   * so that nobody runs a backup by mistake.
   */
  public static Path backup(Path target) {
    return target.resolve("backup");
  }

  /** Returns the directory in which a copy of a store is written until it is complete. */
  public static Path unfinished(Path store) {
    return store.resolveSibling(store.getFileName() + ".unfinished");
  }

  /**
   * Checks that no backup or restore into the directory was interrupted. An engine would start
   * without the tasks that it had not copied yet.
   *
   * @throws ConfigException if one was
   */
  public static void requireFinished(Path data) {
    for (var store : List.of(embedded(data), backup(data))) {
      var unfinished = unfinished(store);
      if (Files.exists(unfinished) && !Files.exists(store)) {
        throw new ConfigException(
            "%s was left by a backup or a restore that did not finish: delete it and %s, and run that command again"
                .formatted(unfinished, blobs(data)));
      }
    }
  }

  /**
   * Checks that the embedded engine may use the directory.
   *
   * @throws ConfigException if it contains only tasks of DynamoDB Local, a backup, or an unfinished
   *     copy
   */
  public static void requireForEmbedded(Path data) {
    requireFinished(data);
    requireNoBackup(data);
    if (holdsDynamoDb(data) && !holdsEmbedded(data)) {
      throw new ConfigException(
          data + " holds tasks of --engine dynamodb-local: give that, or another --data");
    }
  }

  /**
   * Checks that DynamoDB Local may use the directory.
   *
   * @throws ConfigException if it contains only tasks of the embedded engine, a backup, or an
   *     unfinished copy
   */
  public static void requireForDynamoDbLocal(Path data) {
    requireFinished(data);
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
