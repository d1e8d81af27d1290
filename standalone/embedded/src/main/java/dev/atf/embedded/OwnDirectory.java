package dev.atf.embedded;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Set;

/** A directory that only its user may enter, if the file system has users. */
public final class OwnDirectory {
  private static final Set<PosixFilePermission> OWN =
      Collections.unmodifiableSet(PosixFilePermissions.fromString("rwx------"));

  private OwnDirectory() {}

  /** Makes the directory and its parents, if necessary; an existing one stays as it is. */
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

  /**
   * Requires that the directory belongs to the user of this process, or to the superuser, who may
   * do everything anyway. Any other owner could exchange its files for links to files of this user.
   *
   * @throws IOException if it belongs to another user
   */
  static void requireOwn(Path directory) throws IOException {
    if (!knowsUsers(directory)) {
      return;
    }
    var owner = Files.getOwner(directory);
    if (!owner.equals(user(directory)) && !owner.equals(superuser(directory))) {
      throw new FileSystemException(
          directory.toString(),
          null,
          "belongs to %s (expected: a directory of the user %s; change its owner, or run as %s)"
              .formatted(owner, user(directory), owner));
    }
  }

  /**
   * Returns the user of this process, as the owner of a file that it creates. Some file systems map
   * users, so the file is in the directory itself.
   */
  private static UserPrincipal user(Path directory) throws IOException {
    var probe = Files.createTempFile(directory, "user-", "");
    try {
      return Files.getOwner(probe);
    } finally {
      Files.delete(probe);
    }
  }

  private static UserPrincipal superuser(Path directory) throws IOException {
    return Files.getOwner(directory.toRealPath().getRoot());
  }

  private static boolean knowsUsers(Path directory) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
