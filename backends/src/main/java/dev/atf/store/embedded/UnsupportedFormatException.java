package dev.atf.store.embedded;

import java.nio.file.Path;

/** Thrown when a directory has a format that this version cannot read. */
public final class UnsupportedFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private UnsupportedFormatException(String message) {
    super(message);
  }

  static UnsupportedFormatException ofLaterVersion(Path directory, int found) {
    return new UnsupportedFormatException(
        "%s has format %d, and this version of ATF reads formats up to %d; nothing was changed. Start the version that wrote it, or restore a backup that this version or an earlier one made."
            .formatted(directory, found, DirectoryFormat.VERSION));
  }

  static UnsupportedFormatException ofUnreleasedBuild(Path directory) {
    return new UnsupportedFormatException(
        "%s was written by a build before the first release, and this version of ATF reads format %d only; nothing was changed. Let that build finish its tasks, and start this version in an empty directory."
            .formatted(directory, DirectoryFormat.VERSION));
  }
}
