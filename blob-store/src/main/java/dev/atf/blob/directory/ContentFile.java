package dev.atf.blob.directory;

import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ContentWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Content that is written to a temporary file, until it is complete. */
final class ContentFile implements ContentWriter {
  private static final Logger log = LoggerFactory.getLogger(ContentFile.class);

  private final BlobDirectory directory;
  private final DiskReserve reserve;
  private final Path temporary;
  private final Path target;
  private final FileChannel file;
  private boolean isComplete;

  ContentFile(BlobDirectory directory, DiskReserve reserve, ContentName name) {
    this.directory = directory;
    this.reserve = reserve;
    this.temporary = directory.temporary(name);
    this.target = directory.content(name);
    this.file = directory.call("begin a content", () -> directory.openNew(temporary));
  }

  @Override
  public void write(ByteBuffer part) {
    directory.run(
        "write a content",
        () -> {
          // Others write, too: what was free at the begin may not be any more.
          reserve.require(part.remaining());
          while (part.hasRemaining()) {
            file.write(part);
          }
        });
  }

  @Override
  public void complete() {
    directory.run(
        "complete a content",
        () -> {
          file.force(true);
          file.close();
          directory.move(temporary, target);
        });
    isComplete = true;
  }

  @Override
  public void close() {
    if (isComplete) {
      return;
    }
    try {
      file.close();
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      log.warn("file={} was not deleted; a sweep will", temporary, e);
    }
  }
}
