package dev.atf.blob.directory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobsContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryBlobsTest extends BlobsContract {
  @TempDir private Path parent;

  @BeforeEach
  void open() {
    begin(DirectoryObjects.open(parent.resolve("blobs")));
  }

  @Override
  protected void damageRecord(BlobKey key) {
    try {
      Files.write(BlobDirectory.open(parent.resolve("blobs")).record(key), new byte[50]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
