package dev.atf.blob.memory;

import dev.atf.blob.BlobsContract;
import org.junit.jupiter.api.BeforeEach;

final class MemoryBlobsTest extends BlobsContract {
  @BeforeEach
  void open() {
    begin(new MemoryObjects(clock));
  }
}
