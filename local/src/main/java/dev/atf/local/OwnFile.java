package dev.atf.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file that only its user may read. */
final class OwnFile {
  private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rw-------");

  private OwnFile() {}

  /** Replaces the file atomically: a concurrent reader gets the old or the new content. */
  static void write(Path file, String content) throws IOException {
    var beside = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(beside);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(beside, PosixFilePermissions.asFileAttribute(OWN));
    }
    Files.writeString(beside, content);
    Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
