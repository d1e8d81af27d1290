package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/** Removal of a directory with all that is in it. Links are removed, and not followed. */
public final class FileTree {
  /** Maximum number of levels: as many as a path of 4,096 bytes (PATH_MAX of Linux) has. */
  private static final int DEPTH_MAX = 2_048;

  private FileTree() {}

  /**
   * Removes a directory below a private one. Entries are removed relative to their opened
   * directory, so that nothing outside is removed if a link replaces a directory during the
   * removal.
   *
   * @throws IOException if its parent is not private
   */
  public static void remove(Path directory) throws IOException {
    var parent = directory.toAbsolutePath().getParent();
    if (parent == null || !Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var stream = Files.newDirectoryStream(parent)) {
      if (stream instanceof SecureDirectoryStream<Path> opened) {
        PrivateDirectory.require(
            parent, opened.getFileAttributeView(PosixFileAttributeView.class).readAttributes());
        remove(opened, directory, 0);
      } else {
        // The JDK has no such streams for macOS.
        Files.walkFileTree(directory, new Removal());
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (NoSuchFileException e) {
      // Another process has removed it.
    }
  }

  private static void remove(SecureDirectoryStream<Path> parent, Path path, int depth)
      throws IOException {
    var name = path.getFileName();
    var view =
        parent.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    var attributes = view.readAttributes();
    if (!attributes.isDirectory()) {
      parent.deleteFile(name);
      return;
    }
    if (depth == DEPTH_MAX) {
      throw new FileSystemException(path.toString(), null, "more than %d levels".formatted(depth));
    }
    open(path, view, attributes);
    try (var entries = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      for (var entry : entries) {
        removeIfPresent(entries, path.resolve(entry.getFileName()), depth + 1);
      }
    }
    parent.deleteDirectory(name);
  }

  private static void removeIfPresent(SecureDirectoryStream<Path> parent, Path path, int depth)
      throws IOException {
    try {
      remove(parent, path, depth);
    } catch (NoSuchFileException e) {
      // Another process has removed it.
    }
  }

  /** Makes a directory accessible that its handler has made inaccessible. */
  private static void open(Path path, PosixFileAttributeView view, PosixFileAttributes attributes)
      throws IOException {
    if (attributes.permissions().containsAll(PrivateDirectory.MODE)) {
      return;
    }
    try {
      view.setPermissions(PrivateDirectory.MODE);
    } catch (AccessDeniedException e) {
      // The view would open the directory, which this user may be unable to read. The path is below
      // a private directory.
      Files.setPosixFilePermissions(path, PrivateDirectory.MODE);
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    /** Retries a directory that its handler has made inaccessible. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException error) throws IOException {
      if (error instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || Files.isReadable(file)) {
        throw error;
      }
      Files.setPosixFilePermissions(file, PrivateDirectory.MODE);
      Files.walkFileTree(file, this);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
        Files.setPosixFilePermissions(directory, PrivateDirectory.MODE);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException error)
        throws IOException {
      if (error != null) {
        throw error;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
