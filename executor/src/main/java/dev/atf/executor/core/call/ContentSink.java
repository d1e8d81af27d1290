package dev.atf.executor.core.call;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Receiver of content that is read part by part. */
public interface ContentSink {
  /**
   * Starts the content. It is called once, before the first part.
   *
   * @param bytes size of the whole content, as the HSC reports it
   */
  void begin(long bytes) throws IOException, InterruptedException;

  /** Adds the next part. */
  void add(ByteBuffer part) throws IOException;
}
