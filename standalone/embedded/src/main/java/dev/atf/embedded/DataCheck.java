package dev.atf.embedded;

import dev.atf.blob.BlobStoreException;
import dev.atf.blob.directory.DirectoryObjects;
import dev.atf.blob.store.BlobCheck;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.embedded.StoreCheck;
import dev.atf.store.embedded.UnsupportedFormatException;
import dev.atf.store.embedded.database.DamagedStoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Result of a check for damage of a data directory or of a backup.
 *
 * @param records number of records of the store, if it is intact
 * @param files number of table files of the store, if it is intact
 * @param resources number of resources whose content matched its digest
 * @param damage one sentence for each damage, with the remedy
 */
public record DataCheck(
    boolean whole, long records, long files, long resources, List<String> damage) {
  public DataCheck {
    damage = List.copyOf(damage);
  }

  /**
   * Checks the data, even while {@code atf up} uses it.
   *
   * @throws ConfigException if there is no data, or its format is unknown to this version
   */
  public static DataCheck run(Path data) {
    var damage = new ArrayList<String>();
    var store = new StoreCheck.Checked(0, 0, 0);
    try {
      store = StoreCheck.run(storeOf(data));
    } catch (DamagedStoreException e) {
      damage.add(String.valueOf(e.getMessage()));
    } catch (UnsupportedFormatException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
    long resources = resources(Path.of(EngineDirectory.blobs(data)), damage);
    return new DataCheck(damage.isEmpty(), store.records(), store.files(), resources, damage);
  }

  private static Path storeOf(Path data) {
    return Stream.of(EngineDirectory.embedded(data), EngineDirectory.backup(data))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(() -> new ConfigException(data + " holds no tasks of the embedded engine"));
  }

  private static long resources(Path blobs, List<String> damage) {
    if (!Files.isDirectory(blobs)) {
      return 0;
    }
    try (var objects = DirectoryObjects.open(blobs)) {
      return BlobCheck.run(objects, found -> damage.add(found + ". Upload the file again."))
          .blobs();
    } catch (BlobStoreException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }
}
