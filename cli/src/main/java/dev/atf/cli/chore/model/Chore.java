package dev.atf.cli.chore.model;

import dev.atf.cli.chore.git.TreeEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Chore that is not done, in the state of one commit.
 *
 * @param directory path from the root of the repository, with slashes; empty for the root
 * @param state {@link ChoreState#DO} or {@link ChoreState#DOING}
 * @param files all files below the directory
 */
public record Chore(String directory, ChoreState state, List<TreeEntry> files) {
  public static final String SETTINGS_FILE = "chore.json";
  static final String WORKER_FILE = "worker.json";
  static final String OUTPUT_FILE = "output.txt";
  static final String ERROR_FILE = "error.txt";

  /**
   * Maximum size in bytes of a file to commit. Git keeps each committed file indefinitely, in every
   * clone.
   */
  public static final long FILE_BYTES_MAX = 10L * 1024 * 1024;

  private static final List<String> RESERVED =
      Stream.concat(
              Arrays.stream(ChoreState.values()).map(ChoreState::fileName),
              Stream.of(SETTINGS_FILE, WORKER_FILE, OUTPUT_FILE, ERROR_FILE))
          .toList();

  public Chore {
    files = List.copyOf(files);
  }

  public static String path(String directory, String name) {
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  /** Returns whether a path in a chore's directory is one of the files that define the chore. */
  public static boolean isReserved(String path) {
    int slash = path.indexOf('/');
    return RESERVED.contains(slash < 0 ? path : path.substring(0, slash));
  }

  /** Returns the file with this path in the directory. */
  public Optional<TreeEntry> file(String name) {
    var path = path(directory, name);
    return files.stream().filter(file -> file.path().equals(path)).findFirst();
  }

  /** Returns the file with the instructions. */
  Optional<TreeEntry> instructions() {
    return file(state.fileName());
  }

  /**
   * Returns an id of the current claim of the chore. It is different each time a worker takes it.
   */
  public String taking() {
    return directory + "\n" + file(WORKER_FILE).map(TreeEntry::id).orElse("");
  }
}
