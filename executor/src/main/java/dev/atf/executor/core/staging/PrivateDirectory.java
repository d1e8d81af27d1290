package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Directories that only the user of this process can enter. A directory is refused if another user
 * can write to it. That user could replace its files by links to files of this user.
 */
public final class PrivateDirectory {
  private static final String STAGING = "staging.directory";

  static final Set<PosixFilePermission> MODE =
      Collections.unmodifiableSet(PosixFilePermissions.fromString("rwx------"));

  private static volatile @Nullable UserPrincipal user;

  private PrivateDirectory() {}

  /**
   * Creates a directory and its parents, unless it exists.
   *
   * @throws IOException if it exists and is not private
   */
  static void make(Path directory) throws IOException {
    make(directory, STAGING);
  }

  /**
   * Creates a directory and its parents, unless it exists.
   *
   * @param setting setting or option that names the directory, for the message
   * @throws IOException if it exists and is not private
   */
  public static void make(Path directory, String setting) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      var parent = directory.getParent();
      if (parent != null && !Files.isDirectory(parent)) {
        Files.createDirectories(parent);
      }
      create(directory);
    }
    require(directory, setting);
  }

  private static void create(Path directory) throws IOException {
    try {
      if (isPosix(directory)) {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(MODE));
      } else {
        Files.createDirectory(directory);
      }
    } catch (FileAlreadyExistsException e) {
      // Another process has just created it. It is checked below, like any existing directory.
    }
  }

  /**
   * Checks that a directory is private.
   *
   * @throws IOException if it is not a directory, belongs to another user, or has another mode
   */
  static void require(Path directory) throws IOException {
    require(directory, STAGING);
  }

  private static void require(Path directory, String setting) throws IOException {
    if (isPosix(directory)) {
      require(
          directory,
          Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS),
          setting);
    } else if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal(directory, "is not a directory", setting);
    }
  }

  /** Checks that a directory is private, with attributes that the caller has read. */
  static void require(Path directory, PosixFileAttributes attributes) throws IOException {
    require(directory, attributes, STAGING);
  }

  private static void require(Path directory, PosixFileAttributes attributes, String setting)
      throws IOException {
    if (!attributes.isDirectory()) {
      throw refusal(directory, "is not a directory", setting);
    }
    if (!attributes.owner().equals(user())) {
      throw refusal(directory, "belongs to " + attributes.owner(), setting);
    }
    if (!attributes.permissions().equals(MODE)) {
      throw refusal(
          directory,
          "has the mode " + PosixFilePermissions.toString(attributes.permissions()),
          setting);
    }
  }

  private static IOException refusal(Path directory, String reason, String setting)
      throws IOException {
    return new FileSystemException(
        directory.toString(),
        null,
        "%s (expected: a directory of the user %s with the mode %s; remove it, or set %s)"
            .formatted(reason, user(), PosixFilePermissions.toString(MODE), setting));
  }

  /**
   * Returns the user of this process. Java provides it only as the owner of a file that this
   * process creates.
   */
  private static UserPrincipal user() throws IOException {
    var known = user;
    if (known == null) {
      var probe = Files.createTempFile("atf-user-", "");
      try {
        known = Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
      } finally {
        Files.delete(probe);
      }
      user = known;
    }
    return known;
  }

  private static boolean isPosix(Path directory) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
