package dev.atf.executor.core.call;

import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Calls of the HSC about the files of attempts. Each waits on the calling thread, and ends with a
 * {@link io.grpc.StatusRuntimeException} if the HSC refuses it or does not answer in time.
 */
public interface StagingCalls {
  /** Calls that always fail, for a process without an HSC that stores files. */
  StagingCalls REFUSING =
      new StagingCalls() {
        @Override
        public void read(String lambda, String sha256, ContentSink sink) {
          throw refusal();
        }

        @Override
        public List<String> missing(String lambda, List<String> sha256) {
          throw refusal();
        }

        @Override
        public void write(String lambda, String sha256, long bytes, InputStream content) {
          throw refusal();
        }

        @Override
        public KeepOutputsResponse keep(KeepOutputsRequest request) {
          throw refusal();
        }

        private StatusRuntimeException refusal() {
          return Status.UNIMPLEMENTED
              .withDescription("this executor is connected to no HSC that keeps files")
              .asRuntimeException();
        }
      };

  /**
   * Reads a resource. Only a few parts of it are in memory at a time.
   *
   * @throws IOException the exception of the sink
   */
  void read(String lambda, String sha256, ContentSink sink)
      throws IOException, InterruptedException;

  /**
   * Returns the digests for which the HSC has no content.
   *
   * @param sha256 1–200 digests
   */
  List<String> missing(String lambda, List<String> sha256) throws InterruptedException;

  /**
   * Writes an output. It is durable when this method returns. Writing it again changes nothing.
   *
   * @param content stream of {@code bytes} bytes, which is not closed
   * @throws IOException if the content cannot be read, or ends too early
   */
  void write(String lambda, String sha256, long bytes, InputStream content)
      throws IOException, InterruptedException;

  /** Records the outputs of an attempt. The same call again changes nothing. */
  KeepOutputsResponse keep(KeepOutputsRequest request) throws InterruptedException;
}
