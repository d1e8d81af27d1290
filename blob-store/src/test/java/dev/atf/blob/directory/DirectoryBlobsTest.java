package dev.atf.blob.directory;

import dev.atf.blob.BlobsContract;
import dev.atf.blob.object.BlobObjects;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryBlobsTest extends BlobsContract {
  @TempDir private Path parent;

  @Override
  protected BlobObjects open(InstantSource clock) {
    return DirectoryObjects.open(parent.resolve("blobs"));
  }
}
