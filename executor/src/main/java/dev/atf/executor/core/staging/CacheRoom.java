package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.executor.StagingConfig;
import dev.atf.runtime.HostFileLock;
import dev.atf.runtime.loop.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Space in the cache and on its disk. Before a download, the least recently used contents are
 * evicted if necessary. Contents in use may be evicted, too: the attempts that use them have their
 * own hard links.
 */
final class CacheRoom {
  private static final Logger log = LoggerFactory.getLogger(CacheRoom.class);

  private final CacheDirectory directory;
  private final StagingConfig config;
  private final DiskSpace disk;
  private final Threads threads;

  CacheRoom(CacheDirectory directory, StagingConfig config, DiskSpace disk, Threads threads) {
    this.directory = directory;
    this.config = config;
    this.disk = disk;
    this.threads = threads;
  }

  private record Entry(Path file, long bytes, FileTime usedAt) {}

  /**
   * Downloads in progress.
   *
   * @param bytes total size in bytes
   * @param unwritten number of these bytes that are not written yet
   */
  private record Pending(long bytes, long unwritten) {}

  /**
   * Makes space for a download, and creates an empty file for it. The name of the file contains its
   * final size, so that other processes do not use this space.
   *
   * @param downloads directory of this process
   */
  Path reserve(Path downloads, String sha256, long bytes)
      throws IOException, InterruptedException, DiskFullException, StagingFailedException {
    if (bytes > config.cacheBytesMax()) {
      throw StagingFailedException.retriable(
          FailureCode.RESOURCES_UNAVAILABLE,
          "resource %s: %d bytes (expected: at most staging.cacheBytesMax = %d)"
              .formatted(sha256, bytes, config.cacheBytesMax()));
    }
    var lock = HostFileLock.take(directory.roomLock(), threads);
    try {
      var pending = pending();
      evict(bytes, pending);
      requireSpace(bytes + pending.unwritten());
      return Files.createFile(downloads.resolve(sha256 + "." + bytes));
    } finally {
      lock.close();
    }
  }

  /**
   * Checks that the disk has space for a copy of this size.
   *
   * @throws DiskFullException if the disk has less space, even after all unused contents were
   *     evicted
   */
  void requireSpaceForCopy(long bytes)
      throws IOException, InterruptedException, DiskFullException, StagingFailedException {
    var lock = HostFileLock.take(directory.roomLock(), threads);
    try {
      var pending = pending();
      if (isShort(bytes + pending.unwritten())) {
        evict(bytes, pending);
        requireSpace(bytes + pending.unwritten());
      }
    } finally {
      lock.close();
    }
  }

  /** Returns whether less space is free than {@code staging.freeBytesMin}. */
  boolean isFull() throws IOException {
    return disk.usableBytes(directory.root()) < config.freeBytesMin();
  }

  /** Returns the exception for an attempt that needs more space. */
  DiskFullException full(long bytes) throws IOException {
    return new DiskFullException(
        bytes + config.freeBytesMin(),
        "the disk of %s is full: %d bytes are free (expected: %d and staging.freeBytesMin = %d)"
            .formatted(
                directory.root(),
                disk.usableBytes(directory.root()),
                bytes,
                config.freeBytesMin()));
  }

  private boolean isShort(long bytes) throws IOException {
    return disk.usableBytes(directory.root()) - bytes < config.freeBytesMin();
  }

  private void requireSpace(long bytes)
      throws IOException, DiskFullException, StagingFailedException {
    if (!isShort(bytes)) {
      return;
    }
    long total = disk.totalBytes(directory.root());
    if (total - bytes < config.freeBytesMin()) {
      throw StagingFailedException.retriable(
          FailureCode.RESOURCES_UNAVAILABLE,
          "the disk of %s has %d bytes in all (expected: %d and staging.freeBytesMin = %d)"
              .formatted(directory.root(), total, bytes, config.freeBytesMin()));
    }
    throw full(bytes);
  }

  private void evict(long bytes, Pending pending) throws IOException {
    var entries = entries();
    long held = pending.bytes() + entries.stream().mapToLong(Entry::bytes).sum();
    for (var entry : entries) {
      boolean overfull = held + bytes > config.cacheBytesMax();
      if (!overfull && !isShort(bytes + pending.unwritten())) {
        return;
      }
      // Deleting a file in use makes the cache smaller, but frees no space on the disk.
      if ((overfull || !isLinked(entry.file())) && Files.deleteIfExists(entry.file())) {
        held -= entry.bytes();
        log.info("resource evicted sha256={} bytes={}", entry.file().getFileName(), entry.bytes());
      }
    }
  }

  /** Returns the contents, the least recently used first. */
  private List<Entry> entries() throws IOException {
    var entries = new ArrayList<Entry>();
    try (var files = Files.newDirectoryStream(directory.contents())) {
      for (var file : files) {
        try {
          var attributes =
              Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
          entries.add(new Entry(file, attributes.size(), attributes.lastAccessTime()));
        } catch (NoSuchFileException e) {
          // Another process has evicted it.
        }
      }
    }
    entries.sort(Comparator.comparing(Entry::usedAt).thenComparing(Entry::file));
    return entries;
  }

  private Pending pending() throws IOException {
    long bytes = 0;
    long unwritten = 0;
    try (var processes = Files.newDirectoryStream(directory.processes())) {
      for (var process : processes) {
        for (var file : files(CacheDirectory.downloads(process))) {
          var name = String.valueOf(file.getFileName());
          long size = sizeOf(file);
          long whole = Math.max(size, Long.parseLong(name.substring(name.indexOf('.') + 1)));
          bytes += whole;
          unwritten += whole - size;
        }
      }
    }
    return new Pending(bytes, unwritten);
  }

  private static List<Path> files(Path downloads) throws IOException {
    if (!Files.isDirectory(downloads, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (var files = Files.newDirectoryStream(downloads)) {
      var found = new ArrayList<Path>();
      files.forEach(found::add);
      return found;
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private static long sizeOf(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private static boolean isLinked(Path file) throws IOException {
    try {
      return (Integer) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) > 1;
    } catch (UnsupportedOperationException | IllegalArgumentException | NoSuchFileException e) {
      return false;
    }
  }
}
