package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.executor.core.call.ContentSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Private file of this process for a download and its verification. It is removed unless it is
 * published.
 */
final class DownloadedFile implements ContentSink, AutoCloseable {
  private final String sha256;
  private final Reservation reservation;
  private final MessageDigest digest = FileDigest.newDigest();
  private @Nullable Path file;
  private @Nullable FileChannel channel;
  private @Nullable Exception refusal;
  private long expected;
  private long written;

  /** Creates the file when its length is known. */
  @FunctionalInterface
  interface Reservation {
    Path make(long bytes)
        throws IOException, InterruptedException, DiskFullException, StagingFailedException;
  }

  /** Thrown to end a call whose content is not wanted. {@link #refusal} has the reason. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  DownloadedFile(String sha256, Reservation reservation) {
    this.sha256 = sha256;
    this.reservation = reservation;
  }

  @Override
  public void begin(long bytes) throws IOException, InterruptedException {
    expected = bytes;
    try {
      file = reservation.make(bytes);
    } catch (DiskFullException | StagingFailedException e) {
      refusal = e;
      throw new RefusedException();
    }
    channel = FileChannel.open(file, StandardOpenOption.WRITE);
  }

  @Override
  public void add(ByteBuffer part) throws IOException {
    written += part.remaining();
    if (channel == null || written > expected) {
      refusal = damaged("more than the %d bytes that were announced".formatted(expected));
      throw new RefusedException();
    }
    digest.update(part.duplicate());
    while (part.hasRemaining()) {
      channel.write(part);
    }
  }

  /** Returns the length of the content in bytes, as far as it is known. */
  long bytes() {
    return expected;
  }

  /** Throws the reason if the content was refused. */
  void throwRefusal() throws DiskFullException, StagingFailedException {
    if (refusal instanceof DiskFullException full) {
      throw full;
    }
    if (refusal instanceof StagingFailedException failed) {
      throw failed;
    }
  }

  /**
   * Makes the file durable if its content has the expected digest.
   *
   * @return the closed file
   */
  Path verified() throws IOException, StagingFailedException {
    var actual = FileDigest.hex(digest);
    if (channel == null || file == null || written != expected || !actual.equals(sha256)) {
      throw damaged("%d of %d bytes with the digest %s".formatted(written, expected, actual));
    }
    channel.force(true);
    channel.close();
    return file;
  }

  private StagingFailedException damaged(String what) {
    return StagingFailedException.retriable(
        FailureCode.RESOURCE_DAMAGED, "resource %s: received %s".formatted(sha256, what));
  }

  @Override
  public void close() throws IOException {
    try {
      if (channel != null) {
        channel.close();
      }
    } finally {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    }
  }
}
