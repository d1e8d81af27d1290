package dev.atf.executor.core.call;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Receiver of a content that is read part by part. */
public interface ContentSink {
  /**
   * Begins, once, before the first part.
   *
   * @param bytes of the whole content, as the HSC says
   */
  void begin(long bytes) throws IOException, InterruptedException;

  /** Adds the next part. */
  void add(ByteBuffer part) throws IOException;
}
