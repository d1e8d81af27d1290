package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Work directory of one attempt, with the resources of its task. */
final class WorkDirectory {
  private static final int NAME_CHARS_MAX = 200;
  private static final int NAMES_MAX = 100;

  private final Path path;
  private final Map<String, Placed> resources = new HashMap<>();

  private record Placed(@Nullable Object key, long bytes) {}

  private WorkDirectory(Path path) {
    this.path = path;
  }

  /**
   * Creates a directory for an attempt.
   *
   * @param process directory of this process
   * @param epoch epoch of the attempt
   */
  static WorkDirectory make(Path process, String taskId, long epoch) throws IOException {
    var id = ProcessDirectory.fileName(taskId);
    var name = id.substring(0, Math.min(NAME_CHARS_MAX, id.length())) + "-" + epoch;
    for (int i = 1; i < NAMES_MAX; i++) {
      var path = process.resolve(i == 1 ? name : name + "-" + i);
      try {
        Files.createDirectory(path);
        return new WorkDirectory(path);
      } catch (FileAlreadyExistsException e) {
        // The existing one belongs to a handler that has not stopped, or to a task with a similar
        // name.
      }
    }
    throw new IOException("too many directories " + name + " in " + process);
  }

  Path path() {
    return path;
  }

  /** Returns the path for a file, and creates its parent directories. */
  Path prepare(String relative) throws IOException {
    var target = path.resolve(relative);
    var parent = target.getParent();
    Files.createDirectories(parent == null ? path : parent);
    return target;
  }

  /** Records the state of a resource that was put there. */
  void placed(String relative) throws IOException {
    var attributes =
        Files.readAttributes(
            path.resolve(relative), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    resources.put(relative, placed(attributes));
  }

  /** Returns whether the file is a resource that has not changed since it was put there. */
  boolean isUnchanged(String relative, BasicFileAttributes attributes) {
    return placed(attributes).equals(resources.get(relative))
        && CachedContents.isPublished(attributes);
  }

  void remove() throws IOException {
    FileTree.remove(path);
  }

  private static Placed placed(BasicFileAttributes attributes) {
    return new Placed(attributes.fileKey(), attributes.size());
  }
}
