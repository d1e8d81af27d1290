package dev.atf.cli.chore.model;

import com.google.protobuf.ByteString;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.git.TreeEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads chores. Everything in the repository is untrusted, so a chore is refused unless all of it
 * is as expected.
 *
 * @param runners lambdas by the names of runners
 */
public record ChoreReading(GitRepository repository, Map<String, String> runners) {
  /**
   * Maximum size of instructions in bytes. It is enough for a script; programs are separate files.
   */
  public static final int INSTRUCTIONS_BYTES_MAX = 64 * 1024;

  private static final int FILES_MAX = 10_000;

  /** Reads the files that define chores in one call of git, before the other methods need them. */
  public void prefetch(List<Chore> chores) {
    var files = new ArrayList<TreeEntry>();
    for (var chore : chores) {
      chore.file(Chore.SETTINGS_FILE).ifPresent(files::add);
      chore.file(Chore.WORKER_FILE).ifPresent(files::add);
      chore.instructions().ifPresent(files::add);
    }
    repository.prefetch(files, INSTRUCTIONS_BYTES_MAX);
  }

  /** Returns the settings, checked together with the directory and the kinds of its files. */
  public ChoreSettings settings(Chore chore) throws RefusedChoreException {
    if (chore.directory().isEmpty()) {
      throw new RefusedChoreException(
          "the chore is in the root (expected: a directory of its own)");
    }
    var problem = ChorePath.problem(chore.directory());
    if (problem.isPresent()) {
      throw new RefusedChoreException(
          "the directory %s (expected: %s)"
              .formatted(ChoreJson.shown(chore.directory()), problem.get()));
    }
    if (chore.files().size() > FILES_MAX) {
      throw new RefusedChoreException(
          "%d files (expected: at most %d)".formatted(chore.files().size(), FILES_MAX));
    }
    var other = chore.files().stream().filter(file -> !file.isRegular()).findFirst();
    if (other.isPresent()) {
      throw new RefusedChoreException(
          "%s is a symbolic link or a submodule (expected: files)"
              .formatted(ChoreJson.shown(other.get().path())));
    }
    return ChoreJson.read(
            Chore.SETTINGS_FILE,
            content(Chore.SETTINGS_FILE, chore.file(Chore.SETTINGS_FILE), ChoreJson.BYTES_MAX),
            ChoreSettings.class)
        .checked();
  }

  /** Returns the lambda of its runner. */
  public String lambda(ChoreSettings settings) throws RefusedChoreException {
    var lambda = runners.get(settings.runner());
    if (lambda == null) {
      throw new RefusedChoreException(
          "%s: runner: %s (expected: one of %s)"
              .formatted(
                  Chore.SETTINGS_FILE,
                  settings.runner(),
                  String.join(", ", runners.keySet().stream().sorted().toList())));
    }
    return lambda;
  }

  public String instructions(Chore chore) throws RefusedChoreException {
    var name = chore.state().fileName();
    var content = content(name, chore.instructions(), INSTRUCTIONS_BYTES_MAX);
    var text = content.toStringUtf8();
    if (!content.isValidUtf8() || text.indexOf(0) >= 0) {
      throw new RefusedChoreException(name + ": other bytes (expected: a text in UTF-8)");
    }
    return text;
  }

  /** Returns who has taken the chore, after checking it. */
  public ChoreWorker worker(Chore chore, ChoreSettings settings) throws RefusedChoreException {
    var id = settings.id();
    return ChoreJson.read(
            Chore.WORKER_FILE,
            content(Chore.WORKER_FILE, chore.file(Chore.WORKER_FILE), ChoreJson.BYTES_MAX),
            ChoreWorker.class)
        .checked(chore.directory(), id == null ? "" : id);
  }

  private ByteString content(String name, Optional<TreeEntry> file, int bytesMax)
      throws RefusedChoreException {
    if (file.isEmpty()) {
      throw new RefusedChoreException(name + ": absent (expected: a file)");
    }
    return repository
        .content(file.get(), bytesMax)
        .orElseThrow(
            () ->
                new RefusedChoreException(
                    "%s: too large (expected: at most %d bytes)".formatted(name, bytesMax)));
  }
}
