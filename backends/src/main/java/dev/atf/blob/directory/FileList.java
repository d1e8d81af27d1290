package dev.atf.blob.directory;

import dev.atf.blob.BlobKey;
import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.object.BlobObjects.ObjectPage;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.object.ObjectNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Page of the files of a directory. A page contains either all files of a blob or none. Files that
 * belong to no blob are ignored.
 *
 * <p>The position in the list is the path of the last blob. Each part of the path is compared only
 * with the names in its own directory.
 */
final class FileList {
  private final BlobDirectory directory;
  private final int max;
  private final List<String> after;
  private final List<ListedObject> objects = new ArrayList<>();
  private String last = "";
  private boolean isFull;

  FileList(BlobDirectory directory, Optional<String> after, int max) {
    this.directory = directory;
    this.max = max;
    this.after = after.map(place -> List.of(place.split("/", -1))).orElse(List.of("", "", ""));
  }

  ObjectPage page() throws IOException {
    listBelow(directory.root(), "", 0, true);
    return result();
  }

  /** Returns the page of one tenant's directory. */
  ObjectPage page(String tenant) throws IOException {
    listBelow(directory.root().resolve(tenant), tenant + "/", 1, after.get(0).equals(tenant));
    return result();
  }

  private ObjectPage result() {
    return new ObjectPage(objects, isFull ? Optional.of(last) : Optional.empty());
  }

  /**
   * Lists the files below a directory.
   *
   * @param depth 0 for tenants, 1 for shards, 2 for digests
   * @param isOnPath whether the directory is on the path of the position
   */
  private void listBelow(Path parent, String place, int depth, boolean isOnPath)
      throws IOException {
    for (var name : names(parent, depth)) {
      int order = isOnPath ? name.compareTo(after.get(depth)) : 1;
      if (isFull) {
        return;
      }
      if (order < 0 || (order == 0 && depth == 2)) {
        continue;
      }
      var path = parent.resolve(name);
      if (depth < 2) {
        listBelow(path, place + name + "/", depth + 1, order == 0);
      } else {
        listBlob(path, place + name);
      }
    }
  }

  private static List<String> names(Path parent, int depth) throws IOException {
    // A name that starts with a dot is not a tenant.
    return depth == 0
        ? BlobDirectory.names(parent).stream()
            .filter(name -> !name.startsWith(".") && Files.isDirectory(parent.resolve(name)))
            .toList()
        : BlobDirectory.names(parent);
  }

  private void listBlob(Path path, String place) throws IOException {
    var parts = place.split("/", -1);
    var key = ObjectNames.blob(parts[0] + "/" + parts[2]);
    if (key.isEmpty()) {
      return;
    }
    for (var name : BlobDirectory.names(path)) {
      if (name.equals(ObjectNames.RECORD)) {
        objects.add(new ListedObject.Header(key.get()));
      } else if (ObjectNames.isGeneration(name)) {
        addContent(path.resolve(name), key.get(), name);
      }
    }
    last = place;
    isFull = objects.size() >= max;
  }

  private void addContent(Path file, BlobKey key, String generation) throws IOException {
    try {
      objects.add(
          new ListedObject.Content(
              new ContentName(key, generation),
              Files.size(file),
              Files.getLastModifiedTime(file).toInstant()));
    } catch (NoSuchFileException e) {
      // The file was deleted after it was listed.
    }
  }
}
