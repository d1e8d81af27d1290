package dev.atf.blob.memory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ListedObject;
import java.time.Instant;
import java.util.Arrays;

/** Object that is stored in memory. Never changes. */
sealed interface MemoryObject {
  ListedObject listed();

  /** Record of a blob. */
  record Header(BlobKey key, BlobRecord record, String version) implements MemoryObject {
    @Override
    public ListedObject listed() {
      return new ListedObject.Header(key);
    }
  }

  /** Content of a blob; its array is not changed. */
  @SuppressWarnings("ArrayRecordComponent")
  record Content(ContentName name, byte[] content, Instant writtenAt) implements MemoryObject {
    @Override
    public ListedObject listed() {
      return new ListedObject.Content(name, content.length, writtenAt);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Content that
          && name.equals(that.name)
          && Arrays.equals(content, that.content)
          && writtenAt.equals(that.writtenAt);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + writtenAt.hashCode();
    }
  }
}
