package dev.atf.blob.memory;

import dev.atf.blob.object.ContentWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Content that is collected until it is complete. */
final class MemoryWriter implements ContentWriter {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Consumer<byte[]> complete;

  MemoryWriter(Consumer<byte[]> complete) {
    this.complete = complete;
  }

  @Override
  public void write(ByteBuffer part) {
    var bytes = new byte[part.remaining()];
    part.get(bytes);
    written.writeBytes(bytes);
  }

  @Override
  public void complete() {
    complete.accept(written.toByteArray());
  }

  @Override
  public void close() {}
}
