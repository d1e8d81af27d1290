package dev.atf.blob.memory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ListedObject;
import java.time.Instant;

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

  /** Content of a blob; equal only to itself, or to one of the same array. */
  @SuppressWarnings("ArrayRecordComponent")
  record Content(ContentName name, byte[] content, Instant writtenAt) implements MemoryObject {
    @Override
    public ListedObject listed() {
      return new ListedObject.Content(name, content.length, writtenAt);
    }
  }
}
