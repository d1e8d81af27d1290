package dev.atf.blob.store;

import dev.atf.blob.Blob;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Resource;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Blobs on the objects of an engine (ADR 0091). The record of a blob says which content is its own;
 * a blob is there as long as both are.
 *
 * <p>Safe for use by many threads.
 */
public final class StoredBlobs implements Blobs {
  private final BlobObjects objects;
  private final Records records;
  private final KnownBlobs known = new KnownBlobs();
  private final InstantSource clock;
  private final RandomGenerator random;

  /**
   * @param random safe for use by many threads
   */
  public StoredBlobs(BlobObjects objects, InstantSource clock, RandomGenerator random) {
    this.objects = objects;
    this.records = new Records(objects);
    this.clock = clock;
    this.random = random;
  }

  @Override
  public BlobUpload upload(BlobKey key, long bytes, Instant until) {
    if (bytes < 0 || bytes > Resource.BYTES_MAX) {
      throw new InvalidFieldException("bytes", bytes, "0-" + Resource.BYTES_MAX);
    }
    var now = clock.instant();
    var hex = HexFormat.of();
    var name =
        new ContentName(
            key, hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong()));
    var publication =
        new Publication(objects, clock, name, new BlobRecord(name.generation(), bytes, until), now);
    return new CheckedUpload(key, bytes, objects.write(name, bytes), () -> publish(publication));
  }

  private boolean publish(Publication publication) {
    var published = publication.publish();
    known.add(published.blob());
    return published.isNew();
  }

  @Override
  public Optional<Blob> use(BlobKey key, Instant until) {
    return known.until(key, until).or(() -> renew(key, until));
  }

  @Override
  public Optional<Blob> renew(BlobKey key, Instant until) {
    for (int tries = 0; tries < Records.TRIES_MAX; tries++) {
      var seen = records.find(key);
      if (seen.isEmpty()) {
        known.forget(key);
        return Optional.empty();
      }
      var kept = records.extend(key, seen.get(), until, clock.instant());
      if (kept.isPresent()) {
        return kept.map(record -> known.add(blob(key, record)));
      }
    }
    throw Records.contended(key);
  }

  @Override
  public Optional<Blob> find(BlobKey key) {
    return records.find(key).map(found -> blob(key, found.record()));
  }

  @Override
  public Optional<InputStream> open(BlobKey key) {
    var tried = "";
    for (int tries = 0; tries < Records.TRIES_MAX; tries++) {
      var seen = objects.record(key);
      // A content that is gone under a record that stays is lost.
      if (seen.isEmpty() || seen.get().record().generation().equals(tried)) {
        known.forget(key);
        return Optional.empty();
      }
      tried = seen.get().record().generation();
      var content = objects.open(new ContentName(key, tried));
      if (content.isPresent()) {
        return content;
      }
    }
    throw Records.contended(key);
  }

  static Blob blob(BlobKey key, BlobRecord record) {
    return new Blob(key, record.bytes(), record.expiresAt());
  }
}
