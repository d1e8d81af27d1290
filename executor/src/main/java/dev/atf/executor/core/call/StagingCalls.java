package dev.atf.executor.core.call;

import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Calls of the HSC about the files of attempts. Each waits on the calling thread, and ends with a
 * {@link io.grpc.StatusRuntimeException} if it is refused, or if the HSC is silent for too long.
 */
public interface StagingCalls {
  /** Calls where there is no HSC that keeps files. */
  StagingCalls REFUSING = new RefusingStaging();

  /**
   * Reads a resource. No more than a few parts of it are in memory at a time.
   *
   * @throws IOException if the sink throws it
   */
  void read(String lambda, String sha256, ContentSink sink)
      throws IOException, InterruptedException;

  /**
   * Returns which of these digests the HSC has no content of.
   *
   * @param sha256 1–200
   */
  List<String> missing(String lambda, List<String> sha256) throws InterruptedException;

  /**
   * Writes an output. It is durable when this returns; writing it again changes nothing.
   *
   * @param content of {@code bytes} bytes; not closed
   * @throws IOException if the content cannot be read, or ends before
   */
  void write(String lambda, String sha256, long bytes, InputStream content)
      throws IOException, InterruptedException;

  /** Records the outputs of an attempt. The same call again changes nothing. */
  KeepOutputsResponse keep(KeepOutputsRequest request) throws InterruptedException;
}
