package dev.atf.blob.store;

import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.model.Sha256;
import dev.atf.model.resource.Digest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of blobs, with the two rules that keep a used blob: a record only names an existing
 * content, and its expiry never moves back.
 */
final class Records {
  /**
   * Maximum number of tries. A loser of a race usually finds the record already extended and stops.
   */
  static final int TRIES_MAX = 16;

  private static final int PART_BYTES = 64 * 1024;

  private static final Logger log = LoggerFactory.getLogger(Records.class);

  private final BlobObjects objects;

  Records(BlobObjects objects) {
    this.objects = objects;
  }

  /** Finds a record whose content exists. A damaged record counts as absent. */
  Optional<VersionedRecord> find(BlobKey key) {
    var vanished = "";
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      var seen = objects.record(key);
      if (seen.isEmpty()
          || seen.get().isDamaged()
          || seen.get().record().generation().equals(vanished)) {
        return Optional.empty();
      }
      if (hasContent(key, seen.get().record())) {
        return seen;
      }
      // The blob may have been swept and uploaded again after its record was read.
      vanished = seen.get().record().generation();
    }
    throw contended(key);
  }

  boolean hasContent(BlobKey key, BlobRecord record) {
    var length = objects.length(new ContentName(key, record.generation()));
    return length.isPresent() && length.getAsLong() == record.bytes();
  }

  /** Reads the content and returns its digest; empty if it is absent or cannot be read. */
  Optional<Digest> digest(ContentName name) {
    var opened = objects.open(name);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    var digest = Sha256.digest();
    try (var content = opened.get()) {
      var part = new byte[PART_BYTES];
      for (int read = content.read(part); read >= 0; read = content.read(part)) {
        digest.update(part, 0, read);
      }
      return Optional.of(Digest.of(digest));
    } catch (IOException e) {
      log.warn("blob={} its content cannot be read", name.key().digest(), e);
      return Optional.empty();
    }
  }

  /**
   * Extends a record to at least {@code until}. The stored expiry is later by half of the duration,
   * so that the next uses do not write the record again.
   *
   * @return the current record; empty if another caller has changed it
   */
  Optional<BlobRecord> extend(BlobKey key, VersionedRecord seen, Instant until, Instant now) {
    if (!seen.record().expiresAt().isBefore(until)) {
      return Optional.of(seen.record());
    }
    var extended = seen.record().until(until.plus(half(now, until)));
    return objects.put(key, extended, Optional.of(seen.version()))
        ? Optional.of(extended)
        : Optional.empty();
  }

  private static Duration half(Instant now, Instant until) {
    return until.isAfter(now) ? Duration.between(now, until).dividedBy(2) : Duration.ZERO;
  }

  static BlobStoreException contended(BlobKey key) {
    return new BlobStoreException(
        "blob %s: others have changed its record %d times; repeat this"
            .formatted(key.digest(), TRIES_MAX));
  }
}
