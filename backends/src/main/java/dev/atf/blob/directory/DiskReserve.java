package dev.atf.blob.directory;

import dev.atf.blob.BlobsFullException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Disk space that contents must leave free for records, and for a task store on the same disk,
 * which cannot work without it.
 *
 * @param usable returns the usable space of the disk
 * @param bytes number of bytes that stay free
 */
record DiskReserve(BlobDirectory.FileCall<Long> usable, long bytes) {
  private static final long BYTES_MIN = 100L << 20;

  private static final long BYTES_MAX = 1L << 30;

  /** Returns the reserve of the disk of a directory: a tenth of it, 100 MiB to 1 GiB. */
  static DiskReserve of(Path directory) throws IOException {
    var disk = Files.getFileStore(directory);
    long tenth = disk.getTotalSpace() / 10;
    return new DiskReserve(disk::getUsableSpace, Math.max(BYTES_MIN, Math.min(BYTES_MAX, tenth)));
  }

  /**
   * Checks that there is enough space.
   *
   * @param needed number of bytes to be written
   * @throws BlobsFullException if the write would use the reserve
   */
  void require(long needed) throws IOException {
    long free = usable.call();
    if (free - needed < bytes) {
      throw new BlobsFullException(
          "the disk of the resources is full: %d bytes are free (expected: %d to write, and %d that"
                  .formatted(free, needed, bytes)
              + " stay free); free space on it, or set `blobs` to a larger one");
    }
  }
}
