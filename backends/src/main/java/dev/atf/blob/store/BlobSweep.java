package dev.atf.blob.store;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.ContentName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes blobs that have expired, and contents that no record names. Any number of sweeps may run,
 * each on one thread at a time. A sweep removes the record first, and content without a record
 * counts as deleted. If a sweep dies in between, a later sweep therefore removes the rest.
 */
public final class BlobSweep {
  /**
   * Time between the expiry of a blob and its removal. It is also the age after which an upload can
   * no longer publish its content. It is longer than any difference between clocks, and twice the
   * time limit of an upload.
   */
  public static final Duration GRACE = Duration.ofDays(1);

  /**
   * Maximum number of objects in a page. A step makes one request for each blob, which takes a few
   * seconds on S3.
   */
  private static final int PAGE_OBJECTS_MAX = 200;

  private static final Logger log = LoggerFactory.getLogger(BlobSweep.class);

  private final BlobObjects objects;
  private final InstantSource clock;
  private Optional<String> next = Optional.empty();

  public BlobSweep(BlobObjects objects, InstantSource clock) {
    this.objects = objects;
    this.clock = clock;
  }

  /**
   * Sweeps the next page. The first page follows the last one.
   *
   * @throws dev.atf.blob.BlobStoreException if the store does not answer; the next step repeats the
   *     page
   */
  public SweepResult step() {
    var limit = clock.instant().minus(GRACE);
    if (next.isEmpty()) {
      objects.removeUnfinished(limit);
    }
    var page = objects.list(next, PAGE_OBJECTS_MAX);
    var contents = new LinkedHashMap<BlobKey, List<ListedObject.Content>>();
    for (var object : page.objects()) {
      var ofBlob = contents.computeIfAbsent(object.key(), key -> new ArrayList<>());
      if (object instanceof ListedObject.Content content) {
        ofBlob.add(content);
      }
    }
    var removed = new Removed();
    contents.forEach((key, ofBlob) -> sweep(key, ofBlob, limit, removed));
    next = page.next();
    return new SweepResult(page.objects().size(), removed.count, removed.bytes, next.isEmpty());
  }

  private void sweep(
      BlobKey key, List<ListedObject.Content> contents, Instant limit, Removed removed) {
    var seen = objects.record(key);
    if (seen.filter(VersionedRecord::isDamaged).isPresent()) {
      // Its expiry is not known. An upload replaces it.
      log.warn("blob={} is not swept: {}", key.digest(), seen.get().damage());
      return;
    }
    var current = seen.map(one -> one.record().generation()).orElse("");
    if (seen.isPresent() && seen.get().record().expiresAt().isBefore(limit)) {
      if (!objects.remove(key, seen.get().version())) {
        // The blob is in use again, or another sweep has removed it.
        return;
      }
      delete(new ContentName(key, current), seen.get().record().bytes(), removed);
    }
    for (var content : contents) {
      if (!content.name().generation().equals(current) && content.writtenAt().isBefore(limit)) {
        delete(content.name(), content.bytes(), removed);
      }
    }
  }

  private void delete(ContentName name, long bytes, Removed removed) {
    objects.delete(name);
    removed.count++;
    removed.bytes += bytes;
  }

  /** Counts the contents that a step has removed so far. */
  private static final class Removed {
    private int count;
    private long bytes;
  }

  /**
   * Result of one step of a sweep.
   *
   * @param examined number of objects on the page
   * @param removed number of removed contents
   * @param bytes size of the removed contents
   * @param isLast whether the page was the last one, so that the next step starts from the
   *     beginning
   */
  public record SweepResult(int examined, int removed, long bytes, boolean isLast) {}
}
