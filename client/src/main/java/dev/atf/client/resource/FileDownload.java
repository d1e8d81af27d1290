package dev.atf.client.resource;

import dev.atf.protocol.v1.DownloadResourceResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.LongConsumer;

/**
 * File that is being downloaded. The target exists only after the complete content with the
 * expected digest has arrived.
 */
final class FileDownload {
  private FileDownload() {}

  /**
   * Writes the content to the file, and replaces an existing file.
   *
   * @param received called with the number of bytes that were received so far
   * @throws IOException if the file cannot be written, or has another digest
   */
  static void write(
      TransferCall<?, DownloadResourceResponse> content,
      String sha256,
      Path file,
      LongConsumer received)
      throws IOException {
    var directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    var partial = Files.createTempFile(directory, "." + file.getFileName(), ".part");
    try {
      var digest = FileContent.newDigest();
      long bytes = 0;
      try (var out = Files.newOutputStream(partial)) {
        for (var next = content.read(); next.isPresent(); next = content.read()) {
          var part = next.get().getData();
          digest.update(part.asReadOnlyByteBuffer());
          part.writeTo(out);
          bytes += part.size();
          received.accept(bytes);
        }
      }
      var found = FileContent.hex(digest);
      if (!found.equals(sha256)) {
        throw new IOException(
            "%s: the downloaded content has the digest %s (expected: %s)"
                .formatted(file, found, sha256));
      }
      Files.move(
          partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }
}
