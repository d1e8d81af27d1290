package dev.atf.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Directory that only its user may enter, if the file system supports users. */
public final class OwnDirectory {
  private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

  private OwnDirectory() {}

  /** Creates the directory and its parents if necessary. An existing directory is not changed. */
  public static void make(Path directory) throws IOException {
    if (knowsUsers(directory)) {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWN));
    } else {
      Files.createDirectories(directory);
    }
  }

  /** Returns whether other users of this machine may enter or read it. */
  static boolean isOpenToOthers(Path directory) throws IOException {
    return knowsUsers(directory)
        && Files.getPosixFilePermissions(directory).stream()
            .anyMatch(permission -> !OWN.contains(permission));
  }

  private static boolean knowsUsers(Path directory) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
