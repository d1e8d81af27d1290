package dev.atf.blob.directory;

import dev.atf.blob.BlobsContract;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryBlobsTest extends BlobsContract {
  @TempDir private Path parent;

  @BeforeEach
  void open() {
    begin(DirectoryObjects.open(parent.resolve("blobs")));
  }
}
