package dev.atf.embedded;

import dev.atf.blob.BlobStoreException;
import dev.atf.blob.store.BlobCheck;
import dev.atf.blob.store.BlobPlace;
import dev.atf.frontend.resource.ResourceStore;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.TaskEntity;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.embedded.StoreCheck;
import dev.atf.store.embedded.UnsupportedFormatException;
import dev.atf.store.embedded.database.DamagedStoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
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
   * Checks the data, even while {@code atf up} uses it. The resources of all tasks that have not
   * expired must exist.
   *
   * @param blobs the setting {@code blobs}; empty for the data directory's own
   * @param now time from which tasks that have expired do not count
   * @throws ConfigException if there is no data, its format is unknown to this version, or it
   *     cannot be read now
   */
  public static DataCheck run(Path data, Optional<String> blobs, Instant now) {
    var store = storeOf(data);
    var setting = blobs.orElse(EngineDirectory.blobs(data));
    var damage = new ArrayList<String>();
    try {
      var place = BlobPlace.of(setting);
      if (!place.exists()) {
        var needed = new AtomicLong();
        var checked = check(store, now, (task, file) -> needed.incrementAndGet(), damage);
        if (needed.get() > 0) {
          damage.add(
              "%s is missing, but tasks have %d files. Restore a backup, or check the place that the setting blobs names."
                  .formatted(setting, needed.get()));
        }
        return of(checked, 0, damage);
      }
      try (var objects = place.open()) {
        var check = new BlobCheck(objects, found -> damage.add(found + ". Upload the file again."));
        var checked =
            check(
                store,
                now,
                (task, file) ->
                    check.require(
                        ResourceStore.keyOf(task.header().lambda(), file.digest()),
                        "task " + task.taskId()),
                damage);
        return of(checked, check.run().blobs(), damage);
      }
    } catch (BlobStoreException | InvalidFieldException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  private static DataCheck of(StoreCheck.Checked store, long resources, List<String> damage) {
    return new DataCheck(damage.isEmpty(), store.records(), store.files(), resources, damage);
  }

  private static StoreCheck.Checked check(
      Path store, Instant now, BiConsumer<TaskEntity, Resource> files, List<String> damage) {
    try {
      return StoreCheck.run(store, now, files);
    } catch (DamagedStoreException e) {
      damage.add(String.valueOf(e.getMessage()));
      return new StoreCheck.Checked(0, 0, 0);
    } catch (UnsupportedFormatException | StoreUnavailableException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  private static Path storeOf(Path data) {
    return Stream.of(EngineDirectory.embedded(data), EngineDirectory.backup(data))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(() -> new ConfigException(data + " holds no tasks of the embedded engine"));
  }
}
