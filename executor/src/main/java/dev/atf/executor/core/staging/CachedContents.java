package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contents of the cache. They are read-only, and all have the same modification time, so that an
 * unexpected write is detected. Thread-safe. Methods that change an entry are called under the lock
 * of its digest.
 */
final class CachedContents {
  private static final Logger log = LoggerFactory.getLogger(CachedContents.class);

  /**
   * Maximum number of verified digests that this process remembers. When it is exceeded, all are
   * forgotten.
   */
  private static final int VERIFIED_MAX = 10_000;

  /**
   * Modification time of all contents. It is arbitrary, but in whole seconds so that every file
   * system can store it.
   */
  private static final FileTime MODIFIED = FileTime.fromMillis(1_000_000_000_000L);

  private final CacheDirectory directory;
  private final InstantSource instants;
  private final Map<String, Verified> verified = new ConcurrentHashMap<>();

  /** File whose content this process has verified. */
  private record Verified(@Nullable Object key, long bytes) {}

  CachedContents(CacheDirectory directory, InstantSource instants) {
    this.directory = directory;
    this.instants = instants;
  }

  /** Returns whether the content exists and is unchanged since this process verified it. */
  boolean isKnown(String sha256) throws IOException {
    var attributes = attributes(directory.content(sha256));
    return attributes != null && isKnown(sha256, attributes);
  }

  private boolean isKnown(String sha256, BasicFileAttributes attributes) {
    var known = verified.get(sha256);
    return known != null && isPublished(attributes) && known.equals(verified(attributes));
  }

  /**
   * Returns whether the content exists and is intact. Reads it if this process has never verified
   * it.
   */
  boolean isSound(String sha256) throws IOException {
    var file = directory.content(sha256);
    var attributes = attributes(file);
    if (attributes == null || !isPublished(attributes)) {
      return false;
    }
    if (isKnown(sha256, attributes)) {
      return true;
    }
    if (!FileDigest.of(file).sha256().equals(sha256)) {
      return false;
    }
    remember(sha256, attributes);
    return true;
  }

  /** Removes a file that has changed since it was published. Attempts keep their links to it. */
  void drop(String sha256) throws IOException {
    verified.remove(sha256);
    if (Files.deleteIfExists(directory.content(sha256))) {
      log.warn("a damaged resource is dropped from the cache, and read again sha256={}", sha256);
    }
  }

  /** Publishes a verified file as the content, atomically for all processes. */
  void publish(String sha256, Path file) throws IOException {
    protect(file);
    var target = directory.content(sha256);
    Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    var attributes = attributes(target);
    if (attributes != null) {
      remember(sha256, attributes);
    }
    touch(sha256);
  }

  /** Makes a file read-only, and sets the modification time of all contents. */
  static void protect(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    }
    Files.setLastModifiedTime(file, MODIFIED);
  }

  /** Returns whether a file is as {@link #protect} left it. */
  static boolean isPublished(BasicFileAttributes attributes) {
    return attributes.isRegularFile() && attributes.lastModifiedTime().equals(MODIFIED);
  }

  /** Marks the content as just used, so that it is evicted last. */
  void touch(String sha256) throws IOException {
    try {
      Files.getFileAttributeView(
              directory.content(sha256), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setTimes(null, FileTime.from(instants.instant()), null);
    } catch (NoSuchFileException e) {
      // It was evicted in the meantime.
    }
  }

  private void remember(String sha256, BasicFileAttributes attributes) {
    if (verified.size() >= VERIFIED_MAX) {
      verified.clear();
    }
    verified.put(sha256, verified(attributes));
  }

  private static Verified verified(BasicFileAttributes attributes) {
    return new Verified(attributes.fileKey(), attributes.size());
  }

  private static @Nullable BasicFileAttributes attributes(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
