package dev.atf.blob.memory;

import dev.atf.blob.BlobsContract;
import dev.atf.blob.object.BlobObjects;
import java.time.InstantSource;

final class MemoryBlobsTest extends BlobsContract {
  @Override
  protected BlobObjects open(InstantSource clock) {
    return new MemoryObjects(clock);
  }
}
