package dev.atf.blob.object;

import java.nio.ByteBuffer;

/** Content on its way to an engine; used by one thread at a time. */
public interface ContentWriter extends AutoCloseable {
  /** Adds the next part, all of which is taken. */
  void write(ByteBuffer part);

  /** Makes the content durable and readable. */
  void complete();

  /** Removes what was written, unless it is complete. Never throws. */
  @Override
  void close();
}
