package dev.atf.blob.store;

import dev.atf.blob.Blob;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.VersionedRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Step from a complete content to a blob: its record is made to name one that is there. */
final class Publication {
  private static final Logger log = LoggerFactory.getLogger(Publication.class);

  /**
   * Time for an upload. The other half of the grace is for a pause between the last look at the
   * clock and the record.
   */
  static final Duration UPLOAD_MAX = BlobSweep.GRACE.dividedBy(2);

  private final BlobObjects objects;
  private final Records records;
  private final InstantSource clock;
  private final ContentName name;
  private final BlobRecord own;
  private final Instant begunAt;

  Publication(
      BlobObjects objects, InstantSource clock, ContentName name, BlobRecord own, Instant begunAt) {
    this.objects = objects;
    this.records = new Records(objects);
    this.clock = clock;
    this.name = name;
    this.own = own;
    this.begunAt = begunAt;
  }

  /** Blob that is there now, and whether this upload made it. */
  record Published(Blob blob, boolean isNew) {}

  Published publish() {
    for (int tries = 0; tries < Records.TRIES_MAX; tries++) {
      var published = publishOver(objects.record(name.key()));
      if (published.isPresent()) {
        return published.get();
      }
    }
    throw Records.contended(name.key());
  }

  /** Returns empty if another one has changed the record. */
  private Optional<Published> publishOver(Optional<VersionedRecord> seen) {
    var now = clock.instant();
    if (seen.isPresent()) {
      var there = seen.get().record();
      if (there.generation().equals(own.generation())) {
        // The answer to the put before was lost.
        return Optional.of(new Published(StoredBlobs.blob(name.key(), there), true));
      }
      if (isSound(there)) {
        var kept = records.extend(name.key(), seen.get(), own.expiresAt(), now);
        return kept.map(
            record -> new Published(StoredBlobs.blob(name.key(), discardFor(record)), false));
      }
    }
    // Later, a sweep takes the content for that of an upload that has ended.
    if (begunAt.plus(UPLOAD_MAX).isBefore(now)) {
      throw new BlobStoreException(
          "blob %s: its upload took more than %s; repeat it"
              .formatted(name.key().digest(), UPLOAD_MAX));
    }
    var record = own.until(latest(seen));
    if (!objects.put(name.key(), record, seen.map(VersionedRecord::version))) {
      return Optional.empty();
    }
    if (!records.hasContent(name.key(), record)) {
      throw new BlobStoreException(
          "blob %s: its content was removed during the upload; repeat it"
              .formatted(name.key().digest()));
    }
    return Optional.of(new Published(StoredBlobs.blob(name.key(), record), true));
  }

  /** What the record names may have been damaged since: then the content of this upload is used. */
  private boolean isSound(BlobRecord there) {
    return there.bytes() == own.bytes()
        && records
            .digest(new ContentName(name.key(), there.generation()))
            .equals(Optional.of(name.key().digest()));
  }

  /** An expiry never moves back, since others may know it. */
  private Instant latest(Optional<VersionedRecord> seen) {
    return seen.map(one -> one.record().expiresAt())
        .filter(expiresAt -> expiresAt.isAfter(own.expiresAt()))
        .orElse(own.expiresAt());
  }

  /** Deletes the content of this upload, which no record names. */
  private BlobRecord discardFor(BlobRecord kept) {
    try {
      objects.delete(name);
    } catch (BlobStoreException e) {
      log.warn("blob={} a second content was not deleted; a sweep will", name.key().digest(), e);
    }
    return kept;
  }
}
