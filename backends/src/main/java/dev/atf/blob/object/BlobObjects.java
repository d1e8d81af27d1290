package dev.atf.blob.object;

import dev.atf.blob.BlobDamagedException;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Objects of one engine: for each blob a record, and one or more contents with random generations.
 * Each method is one atomic operation, and contains no rule about blobs (those are in {@code
 * StoredBlobs}).
 *
 * <p>Every method throws {@link BlobStoreException} if the engine does not answer. In this case,
 * the operation may or may not have been done.
 */
public interface BlobObjects extends AutoCloseable {
  /** Returns the record of a blob; empty if there is none. It may be damaged. */
  Optional<VersionedRecord> record(BlobKey key);

  /**
   * Puts a record if the stored version is still the one that the caller has seen.
   *
   * @param seen version of the record to replace; empty if there is none
   * @return whether the record was put; after a lost answer, false is possible although the put was
   *     done
   */
  boolean put(BlobKey key, BlobRecord record, Optional<String> seen);

  /**
   * Removes a record if it is still the one that the caller has seen.
   *
   * @return whether the record was removed; after a lost answer, false is possible although the
   *     removal was done
   */
  boolean remove(BlobKey key, String seen);

  /**
   * Starts to write the content of a blob. It exists only after {@link ContentWriter#complete}.
   *
   * @param name name that was never written before
   * @param bytes maximum number of bytes
   */
  ContentWriter write(ContentName name, long bytes);

  /** Returns the size of the content in bytes; empty if it is absent. */
  OptionalLong length(ContentName name);

  Optional<InputStream> open(ContentName name);

  /** Deletes the content if it exists. */
  void delete(ContentName name);

  /**
   * Lists objects in the order of their names. The objects of one blob may be on several pages.
   *
   * @param after {@link ObjectPage#next} of the page before; empty for the first
   * @param max maximum number of objects in the page; the contents of the last blob may exceed it
   */
  ObjectPage list(Optional<String> after, int max);

  /** Lists the objects of one tenant in the same way. */
  ObjectPage list(String tenant, Optional<String> after, int max);

  /** Removes unfinished contents whose writers were last used before this time. */
  void removeUnfinished(Instant before);

  @Override
  void close();

  /**
   * Record as it was read. If it is damaged, only its version is known.
   *
   * @param readable the record; empty if it is damaged
   * @param version version that the engine assigns; different records have different versions
   * @param damage what is wrong with it; empty if nothing is
   */
  record VersionedRecord(Optional<BlobRecord> readable, String version, String damage) {
    public VersionedRecord(BlobRecord record, String version) {
      this(Optional.of(record), version, "");
    }

    public static VersionedRecord damaged(String version, String damage) {
      return new VersionedRecord(Optional.empty(), version, damage);
    }

    public boolean isDamaged() {
      return readable.isEmpty();
    }

    /**
     * Returns the record.
     *
     * @throws BlobDamagedException if it is damaged
     */
    public BlobRecord record() {
      return readable.orElseThrow(() -> new BlobDamagedException(damage));
    }
  }

  /** Content that is being written to an engine. It is used by one thread at a time. */
  interface ContentWriter extends AutoCloseable {
    /** Adds the next part, which is consumed completely. */
    void write(ByteBuffer part);

    /** Makes the content durable and readable. */
    void complete();

    /** Removes what was written, unless it is complete. It throws no exception. */
    @Override
    void close();
  }

  /**
   * Part of a list.
   *
   * @param next position at which the next page begins; empty if this is the last page
   */
  record ObjectPage(List<ListedObject> objects, Optional<String> next) {
    public ObjectPage {
      objects = List.copyOf(objects);
    }
  }

  /** Entry of a list. */
  sealed interface ListedObject {
    BlobKey key();

    /** Record of a blob. */
    record Header(BlobKey key) implements ListedObject {}

    /**
     * Content of a blob, current or not.
     *
     * @param writtenAt time by the engine's clock, between the beginning and the end of the upload
     */
    record Content(ContentName name, long bytes, Instant writtenAt) implements ListedObject {
      @Override
      public BlobKey key() {
        return name.key();
      }
    }
  }
}
