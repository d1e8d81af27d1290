package dev.atf.blob.directory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ObjectNames;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Directory of blobs:
 *
 * <pre>
 * .tmp/                               unfinished files
 * .locks/00 … ff                      locks of records, by the first digits of the digest
 * &lt;tenant or _&gt;/00 … ff/&lt;digest&gt;/     record, and contents by generation
 * </pre>
 */
final class BlobDirectory {
  /**
   * Maximum number of tries of a move. A sweep may remove the empty target directory, which is then
   * created again, but never this often.
   */
  private static final int MOVE_TRIES_MAX = 100;

  private final Path root;

  private BlobDirectory(Path root) {
    this.root = root;
  }

  static BlobDirectory open(Path root) {
    var named = new BlobDirectory(root.toAbsolutePath().normalize());
    return named.call(
        "create the directory",
        () -> {
          makeRoot(named.root);
          Files.createDirectories(named.temporaries());
          Files.createDirectories(named.locks());
          // All names that lead to the directory become one, because locks in this process are
          // found by name.
          var real = new BlobDirectory(named.root.toRealPath());
          if (!Files.isWritable(real.temporaries()) || !Files.isWritable(real.locks())) {
            throw new AccessDeniedException(real.root.toString());
          }
          return real;
        });
  }

  /**
   * Creates the directory so that other users cannot read the contents. An existing directory is
   * not changed.
   */
  private static void makeRoot(Path root) throws IOException {
    if (root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(root);
    }
  }

  Path root() {
    return root;
  }

  Path temporaries() {
    return root.resolve(".tmp");
  }

  Path locks() {
    return root.resolve(".locks");
  }

  /** Returns the file that locks a record. Several records may share it. */
  Path lock(BlobKey key) {
    return locks().resolve(shard(key));
  }

  static String shard(BlobKey key) {
    return key.digest().hex().substring(0, 2);
  }

  Path of(BlobKey key) {
    return root.resolve(ObjectNames.ofTenant(key.tenant()))
        .resolve(shard(key))
        .resolve(key.digest().hex());
  }

  Path record(BlobKey key) {
    return of(key).resolve(ObjectNames.RECORD);
  }

  Path content(ContentName name) {
    return of(name.key()).resolve(name.generation());
  }

  /** Returns the temporary file of a record, for the holder of its lock. */
  Path temporary(BlobKey key) {
    return temporaries().resolve(ObjectNames.ofTenant(key.tenant()) + "." + key.digest());
  }

  Path temporary(ContentName name) {
    return temporaries().resolve(name.generation());
  }

  /** Opens an empty file, and replaces a leftover. */
  FileChannel openNew(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  /** Moves a temporary file to its target durably, and replaces an existing file. */
  void move(Path temporary, Path target) throws IOException {
    var parent = target.getParent();
    if (parent == null) {
      throw new NotDirectoryException(target.toString());
    }
    for (int tries = 1; ; tries++) {
      boolean isMade = !Files.isDirectory(parent);
      Files.createDirectories(parent);
      try {
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync(parent);
        if (isMade) {
          syncAbove(parent);
        }
        return;
      } catch (NoSuchFileException e) {
        // A sweep has removed the empty directory.
        if (tries == MOVE_TRIES_MAX || !Files.exists(temporary)) {
          throw e;
        }
      }
    }
  }

  private void syncAbove(Path directory) throws IOException {
    for (var above = directory.getParent();
        above != null && above.startsWith(root);
        above = above.getParent()) {
      sync(above);
    }
  }

  /** Makes the names of a directory durable. */
  static void sync(Path directory) throws IOException {
    try (var opened = FileChannel.open(directory, StandardOpenOption.READ)) {
      opened.force(true);
    } catch (NoSuchFileException e) {
      // It was empty and has been removed since.
    }
  }

  /** Returns the names in a directory, in order; none if the directory does not exist. */
  static List<String> names(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .sorted()
          .collect(Collectors.toList());
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }

  /** Runs an operation on files. The message of a failure names this directory and the remedy. */
  <T> T call(String what, FileCall<T> call) {
    try {
      return call.call();
    } catch (IOException e) {
      throw failure(what, e);
    }
  }

  void run(String what, FileAction action) {
    try {
      action.run();
    } catch (IOException e) {
      throw failure(what, e);
    }
  }

  BlobStoreException failure(String what, IOException e) {
    return new BlobStoreException(
        "blobs: directory %s: cannot %s: %s%s".formatted(root, what, e, advice(e)), e);
  }

  private static String advice(IOException e) {
    var message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (message.contains("no space left") || message.contains("quota")) {
      return "; free space on its disk, or give blobs a larger one";
    }
    if (e instanceof AccessDeniedException || message.contains("read-only")) {
      return "; let the user of this process read and write it";
    }
    return "";
  }

  /** Operation on files that returns a value. */
  interface FileCall<T> {
    T call() throws IOException;
  }

  /** Operation on files. */
  interface FileAction {
    void run() throws IOException;
  }
}
