package dev.atf.blob.object;

import dev.atf.blob.BlobKey;
import java.time.Instant;

/** Object as a list has it. */
public sealed interface ListedObject {
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
