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
 * Blobs that are stored as objects of an engine (ADR 0091). A blob is a record and a content; the
 * record names the content. The blob exists while both exist.
 *
 * <p>Safe for use by many threads.
 */
public final class StoredBlobs implements Blobs {
  private static final Logger log = LoggerFactory.getLogger(StoredBlobs.class);

  private final BlobObjects objects;
  private final Records records;
  private final TenantBytes tenants;
  private final KnownBlobs known = new KnownBlobs();
  private final InstantSource clock;
  private final RandomGenerator random;

  /**
   * Creates the blobs of an engine.
   *
   * @param random source of randomness that is safe for use by many threads
   */
  public StoredBlobs(BlobObjects objects, InstantSource clock, RandomGenerator random) {
    this.objects = objects;
    this.records = new Records(objects);
    this.tenants = new TenantBytes(objects, clock);
    this.clock = clock;
    this.random = random;
  }

  @Override
  public BlobUpload upload(BlobKey key, long bytes, Instant until, long tenantBytesMax) {
    if (bytes < 0 || bytes > Resource.BYTES_MAX) {
      throw new InvalidFieldException("bytes", bytes, "0-" + Resource.BYTES_MAX);
    }
    var share = share(key, bytes, tenantBytesMax);
    try {
      var now = clock.instant();
      var hex = HexFormat.of();
      var name =
          new ContentName(
              key, hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong()));
      var publication = new Publication(name, new BlobRecord(name.generation(), bytes, until), now);
      return new CheckedUpload(key, bytes, objects.write(name, bytes), publication::publish, share);
    } catch (RuntimeException e) {
      share.ifPresent(TenantBytes.Share::end);
      throw e;
    }
  }

  /** Returns the part of the tenant's quota that an upload uses; empty if it uses none. */
  private Optional<TenantBytes.Share> share(BlobKey key, long bytes, long tenantBytesMax) {
    // An existing blob uses no quota. Its size is compared, too: otherwise a caller could write a
    // larger content under a known digest.
    return tenantBytesMax == 0 || find(key).filter(blob -> blob.bytes() == bytes).isPresent()
        ? Optional.empty()
        : Optional.of(tenants.take(key.tenant(), bytes, tenantBytesMax));
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
      // The blob is lost if its record is damaged, or still names a content that was not found.
      if (seen.isEmpty()
          || seen.get().isDamaged()
          || seen.get().record().generation().equals(tried)) {
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
   * Deletes a content that was damaged when it was read, so that callers upload it again. The
   * record is kept, because it contains the time until which the blob must exist.
   */
  private void deleteIfDamaged(ContentName name) {
    var digest = name.key().digest();
    try {
      // The content is read again, because the damage may have happened during the transfer.
      if (records.digest(name).filter(found -> !found.equals(digest)).isPresent()) {
        log.error("blob={} content is damaged and is deleted; upload it again", digest);
        objects.delete(name);
        known.forget(name.key());
      }
    } catch (BlobStoreException e) {
      log.warn("blob={} damaged content was not deleted", digest, e);
    }
  }

  private static Blob blob(BlobKey key, BlobRecord record) {
    return new Blob(key, record.bytes(), record.expiresAt());
  }

  /**
   * Cache of expiry times, so that most uses need no call to the store. This is safe because an
   * expiry never moves back, and nothing is swept before it.
   */
  private static final class KnownBlobs {
    /**
     * Maximum number of blobs in the cache. They use about 3 MB. In most clusters, the running
     * tasks have fewer files.
     */
    private static final int BLOBS_MAX = 10_000;

    private final Map<BlobKey, Blob> latest =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<BlobKey, Blob> eldest) {
            return size() > BLOBS_MAX;
          }
        };

    /** Returns a blob that is known to be kept at least until this time. */
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

  /**
   * Stream of a content. If the content does not have the digest of the blob, the end of the stream
   * is an exception.
   */
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

  /** Upload that compares the content with its key and length before it publishes the blob. */
  private static final class CheckedUpload implements BlobUpload {
    private final BlobKey key;
    private final long bytes;
    private final ContentWriter writer;
    private final BooleanSupplier publish;
    private final Optional<TenantBytes.Share> share;
    private final MessageDigest digest = Sha256.digest();
    private long written;
    private boolean isOver;

    /**
     * Creates an upload.
     *
     * @param publish publishes the complete content as a blob, and returns whether the blob is new
     */
    CheckedUpload(
        BlobKey key,
        long bytes,
        ContentWriter writer,
        BooleanSupplier publish,
        Optional<TenantBytes.Share> share) {
      this.key = key;
      this.bytes = bytes;
      this.writer = writer;
      this.publish = publish;
      this.share = share;
    }

    @Override
    public void write(ByteBuffer part) {
      requireOpen();
      if (part.remaining() > bytes - written) {
        close();
        throw new BlobDamagedException(
            "blob %s: received more than the announced %d bytes".formatted(key.digest(), bytes));
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
              "blob %s: received only %d of the announced %d bytes"
                  .formatted(key.digest(), written, bytes));
        }
        var found = Digest.of(digest);
        if (!found.equals(key.digest())) {
          throw new BlobDamagedException(
              "blob %s: the content has the digest %s".formatted(key.digest(), found));
        }
        writer.complete();
        boolean isNew = publish.getAsBoolean();
        if (isNew) {
          share.ifPresent(TenantBytes.Share::store);
        }
        return isNew;
      }
    }

    @Override
    public void close() {
      if (!isOver) {
        share.ifPresent(TenantBytes.Share::end);
      }
      isOver = true;
      writer.close();
    }

    private void requireOpen() {
      if (isOver) {
        throw new IllegalStateException("upload of blob " + key.digest() + " has already ended");
      }
    }
  }

  /**
   * Publishes a complete content as a blob: the record of the blob then names this content, or one
   * that existed before.
   */
  private final class Publication {
    /**
     * Time limit of an upload. It is half of the grace of a sweep. The other half allows for a
     * pause of the process between the last read of the clock and the write of the record.
     */
    private static final Duration UPLOAD_MAX = BlobSweep.GRACE.dividedBy(2);

    /**
     * Expiry time if a damaged record is replaced, because its own expiry is unknown. No task that
     * was accepted before needs the blob for longer.
     */
    private static final Duration USED_MAX = Duration.ofDays(400);

    private final ContentName name;
    private final BlobRecord own;
    private final Instant begunAt;

    Publication(ContentName name, BlobRecord own, Instant begunAt) {
      this.name = name;
      this.own = own;
      this.begunAt = begunAt;
    }

    /** Existing blob, and whether this upload created it. */
    private record Published(BlobRecord record, boolean isNew) {}

    /** Publishes the content. Returns whether the blob is new. */
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

    /**
     * Publishes the content in place of the record that was read; empty if another caller has
     * changed that record.
     */
    private Optional<Published> publishOver(Optional<VersionedRecord> seen) {
      var now = clock.instant();
      if (seen.isPresent() && !seen.get().isDamaged()) {
        var there = seen.get().record();
        if (there.generation().equals(own.generation())) {
          // The answer to the previous put was lost.
          return Optional.of(new Published(there, true));
        }
        if (isSound(there)) {
          var kept = records.extend(name.key(), seen.get(), own.expiresAt(), now);
          return kept.map(record -> new Published(discardFor(record), false));
        }
      }
      // After this time, a sweep may treat the content as the remainder of a failed upload.
      if (begunAt.plus(UPLOAD_MAX).isBefore(now)) {
        throw new BlobStoreException(
            "blob %s: its upload took more than %s; repeat it"
                .formatted(name.key().digest(), UPLOAD_MAX));
      }
      var record = own.until(latest(seen, now));
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
     * Returns whether the content that the record names is intact. If it is damaged, the content of
     * this upload replaces it.
     */
    private boolean isSound(BlobRecord there) {
      return there.bytes() == own.bytes()
          && records
              .digest(new ContentName(name.key(), there.generation()))
              .equals(Optional.of(name.key().digest()));
    }

    /**
     * Returns the later expiry. An expiry never moves back, because other processes may know it. If
     * the record is damaged, the latest possible expiry is assumed.
     */
    private Instant latest(Optional<VersionedRecord> seen, Instant now) {
      return seen.map(one -> one.readable().map(BlobRecord::expiresAt).orElse(now.plus(USED_MAX)))
          .filter(expiresAt -> expiresAt.isAfter(own.expiresAt()))
          .orElse(own.expiresAt());
    }

    /** Deletes the content of this upload, which no record names. */
    private BlobRecord discardFor(BlobRecord kept) {
      try {
        objects.delete(name);
      } catch (BlobStoreException e) {
        log.warn(
            "blob={} duplicate was not deleted; a sweep will delete it", name.key().digest(), e);
      }
      return kept;
    }
  }
}
