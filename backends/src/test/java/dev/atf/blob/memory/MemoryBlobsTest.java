package dev.atf.blob.memory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobsContract;
import org.junit.jupiter.api.BeforeEach;

final class MemoryBlobsTest extends BlobsContract {
  private MemoryObjects memory = new MemoryObjects(clock);

  @BeforeEach
  void open() {
    memory = new MemoryObjects(clock);
    begin(memory);
  }

  @Override
  protected void damageRecord(BlobKey key) {
    memory.putRecord(key, "\0".repeat(50));
  }
}
