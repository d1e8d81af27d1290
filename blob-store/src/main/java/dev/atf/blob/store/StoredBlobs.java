package dev.atf.blob.store;

import dev.atf.blob.Blob;
import dev.atf.blob.BlobDamagedException;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ContentWriter;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.model.Sha256;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blobs on the objects of an engine (ADR 0091). The record of a blob says which content is its own;
 * a blob is there as long as both are.
 *
 * <p>Safe for use by many threads.
 */
public final class StoredBlobs implements Blobs {
  private static final Logger log = LoggerFactory.getLogger(StoredBlobs.class);

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
    var publication = new Publication(name, new BlobRecord(name.generation(), bytes, until), now);
    return new CheckedUpload(key, bytes, objects.write(name, bytes), publication::publish);
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
      var name = new ContentName(key, tried);
      var content = objects.open(name);
      if (content.isPresent()) {
        return Optional.of(
            new CheckedContent(content.get(), key.digest(), () -> deleteIfDamaged(name)));
      }
    }
    throw Records.contended(key);
  }

  /**
   * Deletes a content that a reader has found damaged, so that callers find out that it is to be
   * uploaded again. Its record stays, with the time until which the blob is to be kept.
   */
  private void deleteIfDamaged(ContentName name) {
    var digest = name.key().digest();
    try {
      // The damage may have happened on the way to the reader.
      if (records.digest(name).filter(found -> !found.equals(digest)).isPresent()) {
        log.error("blob={} its content was damaged and is deleted; upload it again", digest);
        objects.delete(name);
        known.forget(name.key());
      }
    } catch (BlobStoreException e) {
      log.warn("blob={} its damaged content was not deleted", digest, e);
    }
  }

  private static Blob blob(BlobKey key, BlobRecord record) {
    return new Blob(key, record.bytes(), record.expiresAt());
  }

  /**
   * Blobs whose expiry this process knows, for uses that read nothing: an expiry never moves back,
   * and nothing is swept before.
   */
  private static final class KnownBlobs {
    /** About 3 MB, and more than the files of the running tasks of most clusters. */
    private static final int BLOBS_MAX = 10_000;

    private final Map<BlobKey, Blob> latest =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<BlobKey, Blob> eldest) {
            return size() > BLOBS_MAX;
          }
        };

    /** Returns a blob that is known to be kept until then at least. */
    synchronized Optional<Blob> until(BlobKey key, Instant until) {
      return Optional.ofNullable(latest.get(key)).filter(blob -> !blob.expiresAt().isBefore(until));
    }

    synchronized Blob add(Blob blob) {
      latest.merge(
          blob.key(),
          blob,
          (known, added) -> known.expiresAt().isAfter(added.expiresAt()) ? known : added);
      return blob;
    }

    synchronized void forget(BlobKey key) {
      latest.remove(key);
    }
  }

  /** Content whose end is an exception if it has not the digest of its blob. */
  private static final class CheckedContent extends InputStream {
    private final InputStream content;
    private final Digest expected;
    private final Runnable whenDamaged;
    private final MessageDigest digest = Sha256.digest();
    private boolean isOver;

    CheckedContent(InputStream content, Digest expected, Runnable whenDamaged) {
      this.content = content;
      this.expected = expected;
      this.whenDamaged = whenDamaged;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = content.read(into, from, length);
      if (read > 0) {
        digest.update(into, from, read);
      } else if (read < 0 && !isOver) {
        isOver = true;
        requireDigest();
      }
      return read;
    }

    private void requireDigest() {
      var found = Digest.of(digest);
      if (!found.equals(expected)) {
        whenDamaged.run();
        throw new BlobDamagedException(
            "resource %s is damaged in the store: its digest is %s; upload it again"
                .formatted(expected, found));
      }
    }

    @Override
    public void close() throws IOException {
      content.close();
    }
  }

  /** Upload that compares the content with its key and length before it is published. */
  private static final class CheckedUpload implements BlobUpload {
    private final BlobKey key;
    private final long bytes;
    private final ContentWriter writer;
    private final BooleanSupplier publish;
    private final MessageDigest digest = Sha256.digest();
    private long written;
    private boolean isOver;

    /**
     * @param publish makes the complete content a blob, and returns whether it was not there before
     */
    CheckedUpload(BlobKey key, long bytes, ContentWriter writer, BooleanSupplier publish) {
      this.key = key;
      this.bytes = bytes;
      this.writer = writer;
      this.publish = publish;
    }

    @Override
    public void write(ByteBuffer part) {
      requireOpen();
      if (part.remaining() > bytes - written) {
        close();
        throw new BlobDamagedException(
            "blob %s: more than the %d bytes that were announced".formatted(key.digest(), bytes));
      }
      written += part.remaining();
      digest.update(part.duplicate());
      writer.write(part);
    }

    @Override
    public boolean finish() {
      requireOpen();
      try (this) {
        if (written != bytes) {
          throw new BlobDamagedException(
              "blob %s: %d bytes of the %d that were announced"
                  .formatted(key.digest(), written, bytes));
        }
        var found = Digest.of(digest);
        if (!found.equals(key.digest())) {
          throw new BlobDamagedException(
              "blob %s: the content has the digest %s".formatted(key.digest(), found));
        }
        writer.complete();
        return publish.getAsBoolean();
      }
    }

    @Override
    public void close() {
      isOver = true;
      writer.close();
    }

    private void requireOpen() {
      if (isOver) {
        throw new IllegalStateException("upload of blob " + key.digest() + " is over");
      }
    }
  }

  /** Step from a complete content to a blob: its record is made to name one that is there. */
  private final class Publication {
    /**
     * Time for an upload. The other half of the grace is for a pause between the last look at the
     * clock and the record.
     */
    private static final Duration UPLOAD_MAX = BlobSweep.GRACE.dividedBy(2);

    private final ContentName name;
    private final BlobRecord own;
    private final Instant begunAt;

    Publication(ContentName name, BlobRecord own, Instant begunAt) {
      this.name = name;
      this.own = own;
      this.begunAt = begunAt;
    }

    /** Blob that is there now, and whether this upload made it. */
    private record Published(BlobRecord record, boolean isNew) {}

    /** Returns whether the blob was not there before. */
    boolean publish() {
      for (int tries = 0; tries < Records.TRIES_MAX; tries++) {
        var published = publishOver(objects.record(name.key()));
        if (published.isPresent()) {
          known.add(blob(name.key(), published.get().record()));
          return published.get().isNew();
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
          return Optional.of(new Published(there, true));
        }
        if (isSound(there)) {
          var kept = records.extend(name.key(), seen.get(), own.expiresAt(), now);
          return kept.map(record -> new Published(discardFor(record), false));
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
      return Optional.of(new Published(record, true));
    }

    /**
     * What the record names may have been damaged since: then the content of this upload is used.
     */
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
}
