package dev.atf.blob.store;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.model.Sha256;
import dev.atf.model.resource.Digest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks all blobs. The content of each one is read and compared with its length and digest. */
public final class BlobCheck {
  private static final int PAGE_OBJECTS_MAX = 200;
  private static final int PART_BYTES = 1 << 16;

  private final BlobObjects objects;
  private final Consumer<String> damage;
  private long blobs;
  private long bytes;

  /** Required blobs without a record, with a text that says who needs them. */
  private final Map<BlobKey, String> missing = new LinkedHashMap<>();

  /**
   * Creates a check.
   *
   * @param damage receives a sentence about each damaged or missing blob
   */
  public BlobCheck(BlobObjects objects, Consumer<String> damage) {
    this.objects = objects;
    this.damage = damage;
  }

  /**
   * Counts of a check.
   *
   * @param blobs number of blobs, including damaged ones
   */
  public record Checked(long blobs, long bytes) {}

  /**
   * Requires a blob. Without this, a blob whose record and content are both missing is not noticed.
   *
   * @param user who needs it, such as {@code task 0123}
   * @throws dev.atf.blob.BlobStoreException if the store does not answer
   */
  public void require(BlobKey key, String user) {
    if (objects.record(key).isEmpty()) {
      missing.putIfAbsent(key, user);
    }
  }

  /**
   * Checks all blobs.
   *
   * @throws dev.atf.blob.BlobStoreException if the store does not answer
   */
  public Checked run() {
    var unnamed = new ArrayList<ContentName>();
    Optional<String> next = Optional.empty();
    do {
      var page = objects.list(next, PAGE_OBJECTS_MAX);
      for (var object : page.objects()) {
        if (object instanceof ListedObject.Header header) {
          check(header.key());
        } else if (object instanceof ListedObject.Content content && hasNoRecord(content.name())) {
          unnamed.add(content.name());
        }
      }
      next = page.next();
    } while (next.isPresent());
    // An upload writes its record after its content, so some contents may have a record by now.
    for (var name : unnamed) {
      if (hasNoRecord(name) && objects.length(name).isPresent()) {
        damage.accept(
            "resource %s: its record is missing, or its upload did not finish"
                .formatted(name.key().digest()));
        missing.remove(name.key());
      }
    }
    missing.forEach(
        (key, user) -> {
          if (objects.record(key).isEmpty()) {
            damage.accept(
                "resource %s: it is missing, but %s needs it".formatted(key.digest(), user));
          }
        });
    return new Checked(blobs, bytes);
  }

  private boolean hasNoRecord(ContentName name) {
    return objects.record(name.key()).isEmpty();
  }

  private void check(BlobKey key) {
    var record = objects.record(key);
    var found = record.flatMap(seen -> damageOf(key, seen));
    // Another upload or a sweep may have replaced the blob since its record was read.
    if (found.isPresent() && objects.record(key).equals(record)) {
      damage.accept("resource %s: %s".formatted(key.digest(), found.get()));
    }
    blobs += record.isPresent() ? 1 : 0;
  }

  private Optional<String> damageOf(BlobKey key, VersionedRecord seen) {
    if (seen.isDamaged()) {
      return Optional.of(seen.damage());
    }
    var name = new ContentName(key, seen.record().generation());
    var digest = Sha256.digest();
    long length = 0;
    try (var content = objects.open(name).orElse(null)) {
      if (content == null) {
        return Optional.of("its content is missing");
      }
      var part = new byte[PART_BYTES];
      for (int read = content.read(part); read >= 0; read = content.read(part)) {
        digest.update(part, 0, read);
        length += read;
      }
    } catch (IOException e) {
      return Optional.of("its content cannot be read: " + e.getMessage());
    }
    bytes += length;
    if (length != seen.record().bytes()) {
      return Optional.of(
          "its content has %d bytes instead of %d".formatted(length, seen.record().bytes()));
    }
    var found = Digest.of(digest);
    return found.equals(key.digest())
        ? Optional.empty()
        : Optional.of("its content has the digest " + found);
  }
}
