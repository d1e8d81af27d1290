package dev.atf.store.embedded.record;

import java.nio.file.Path;

/**
 * Thrown when a directory was written by a later version, in a format that this one cannot read.
 */
public final class NewerFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NewerFormatException(Path directory, int found) {
    super(
        "%s has format %d, and this version of ATF reads formats up to %d; nothing was changed. Start the version that wrote it, or restore a backup that this version or an earlier one made."
            .formatted(directory, found, FormatRecord.VERSION));
  }
}
