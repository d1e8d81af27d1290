package dev.atf.cli.chore.model;

import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Files that a task has made of which the chore becomes the owner. Workers are not trusted with the
 * repository: what could change the chore itself, or lead out of its directory, stays behind.
 *
 * @param files to be committed
 * @param notes lines for {@code error.txt} about those that are not
 */
record ChoreResults(List<ChoreResult> files, List<String> notes) {
  /** Most bytes of a chore. Chosen: two of the largest. */
  static final long BYTES_MAX = 20L * 1024 * 1024;

  static ChoreResults of(Task task) {
    var files = new ArrayList<ChoreResult>();
    var notes = new ArrayList<String>();
    long bytes = 0;
    var made =
        task.getOutputFilesList().stream().sorted(Comparator.comparing(Resource::getPath)).toList();
    for (var file : made) {
      if (!file.getPath().startsWith(ChoreTask.RESULT_DIRECTORY + "/")) {
        continue;
      }
      var path = file.getPath().substring(ChoreTask.RESULT_DIRECTORY.length() + 1);
      var problem = ChorePath.problem(path);
      if (problem.isPresent()) {
        notes.add(note(path, "is not committed", problem.get(), task));
      } else if (file.getBytes() > Chore.FILE_BYTES_MAX || bytes + file.getBytes() > BYTES_MAX) {
        notes.add(
            note(
                path,
                "has %d bytes".formatted(file.getBytes()),
                "at most %d, and %d together".formatted(Chore.FILE_BYTES_MAX, BYTES_MAX),
                task));
      } else if (!Chore.isReserved(path)) {
        files.add(new ChoreResult(path, task.getLambda(), file.getSha256(), file.getBytes()));
        bytes += file.getBytes();
      }
    }
    return new ChoreResults(List.copyOf(files), List.copyOf(notes));
  }

  private static String note(String path, String what, String expected, Task task) {
    return "result %s %s (expected: %s); it is kept with the task: atf outputs %s"
        .formatted(ChoreJson.shown(path), what, expected, task.getTaskId());
  }
}
