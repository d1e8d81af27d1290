package dev.atf.model.resource;

import dev.atf.model.check.InvalidFieldException;

/**
 * File of a task: its content, and its path in the work directory.
 *
 * @param bytes size of the content in bytes
 */
public record Resource(ResourcePath path, Digest digest, long bytes) {
  /**
   * Limit on one file. It is the largest object that S3 accepts in one request, and a disk can hold
   * many of this size.
   */
  public static final long BYTES_MAX = 5_000_000_000L;

  public Resource {
    if (bytes < 0 || bytes > BYTES_MAX) {
      throw new InvalidFieldException("bytes", bytes, "0-" + BYTES_MAX);
    }
  }
}
