package dev.atf.blob.object;

import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Objects of one engine: of each blob a record, and contents under random generations. Each method
 * is one atomic operation, and holds no rule of blobs ({@code StoredBlobs} does).
 *
 * <p>Every method throws {@link BlobStoreException} if the engine does not answer; the operation
 * may have been done then.
 */
public interface BlobObjects extends AutoCloseable {
  Optional<VersionedRecord> record(BlobKey key);

  /**
   * Puts a record in the place of what the caller has seen.
   *
   * @param seen version of the record to replace; empty: there is none
   * @return whether it was put; after a lost answer, false may stand for a put that was done
   */
  boolean put(BlobKey key, BlobRecord record, Optional<String> seen);

  /**
   * Removes a record, if it is still the one that the caller has seen.
   *
   * @return whether it was removed; after a lost answer, false may stand for a removal that was
   *     done
   */
  boolean remove(BlobKey key, String seen);

  /**
   * Begins to write a content, which is absent until {@link ContentWriter#complete}.
   *
   * @param name never written before
   * @param bytes that will come at most
   */
  ContentWriter write(ContentName name, long bytes);

  /** Returns the bytes of a content; empty if it is absent. */
  OptionalLong length(ContentName name);

  Optional<InputStream> open(ContentName name);

  /** Deletes a content, if it is there. */
  void delete(ContentName name);

  /**
   * Lists objects in the order of their names. Those of one blob may stand on several pages.
   *
   * @param after {@link ObjectPage#next} of the page before; empty for the first
   * @param max bounds the page, except that a page may end with all contents of its last blob
   */
  ObjectPage list(Optional<String> after, int max);

  /** Removes what writers have left that were begun and not used since. */
  void removeUnfinished(Instant before);

  @Override
  void close();

  /**
   * Record as it was read.
   *
   * @param version of the engine's making; another one for another record
   */
  record VersionedRecord(BlobRecord record, String version) {}

  /** Content on its way to an engine; used by one thread at a time. */
  interface ContentWriter extends AutoCloseable {
    /** Adds the next part, all of which is taken. */
    void write(ByteBuffer part);

    /** Makes the content durable and readable. */
    void complete();

    /** Removes what was written, unless it is complete. Never throws. */
    @Override
    void close();
  }

  /**
   * Part of a list.
   *
   * @param next where the next page begins; empty if this is the last
   */
  record ObjectPage(List<ListedObject> objects, Optional<String> next) {
    public ObjectPage {
      objects = List.copyOf(objects);
    }
  }

  /** Object as a list has it. */
  sealed interface ListedObject {
    BlobKey key();

    /** Record of a blob. */
    record Header(BlobKey key) implements ListedObject {}

    /**
     * Content of a blob, current or not.
     *
     * @param writtenAt by the engine's clock; between the begin of the upload and its end
     */
    record Content(ContentName name, long bytes, Instant writtenAt) implements ListedObject {
      @Override
      public BlobKey key() {
        return name.key();
      }
    }
  }
}
