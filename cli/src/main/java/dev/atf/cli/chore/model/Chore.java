package dev.atf.cli.chore.model;

import dev.atf.cli.chore.git.TreeEntry;
import java.util.List;
import java.util.Optional;

/**
 * Chore that is not done, as a commit shows it.
 *
 * @param directory from the root of the repository, with slashes; empty: the root
 * @param state {@link ChoreState#DO} or {@link ChoreState#DOING}
 * @param files all files below the directory
 */
public record Chore(String directory, ChoreState state, List<TreeEntry> files) {
  public static final String SETTINGS_FILE = "chore.json";
  public static final String WORKER_FILE = "worker.json";
  public static final String OUTPUT_FILE = "output.txt";
  public static final String ERROR_FILE = "error.txt";

  public Chore {
    files = List.copyOf(files);
  }

  public static String path(String directory, String name) {
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  /** Returns the file with this name, directly in the directory. */
  public Optional<TreeEntry> file(String name) {
    var path = path(directory, name);
    return files.stream().filter(file -> file.path().equals(path)).findFirst();
  }

  /** Returns the file with the instructions. */
  Optional<TreeEntry> instructions() {
    return file(state.fileName());
  }

  /** Returns a text that differs between two takings of a chore. */
  public String taking() {
    return directory + "\n" + file(WORKER_FILE).map(TreeEntry::id).orElse("");
  }
}
