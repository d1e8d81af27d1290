package dev.atf.cli.chore;

import dev.atf.cli.chore.git.CommitDraft;
import dev.atf.cli.chore.git.FileWrite;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreJson;
import dev.atf.cli.chore.model.ChoreSettings;
import dev.atf.cli.chore.model.ChoreState;
import dev.atf.runtime.ProcessName;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Chore to be added. It has its own directory below a directory for each minute, so that no
 * directory grows without bound and concurrent callers do not conflict.
 *
 * @param files files with paths below its directory
 */
record NewChore(
    ProcessName process,
    Instant at,
    ChoreSettings settings,
    String instructions,
    List<FileWrite> files) {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy/MM/dd/HHmm", Locale.ROOT).withZone(ZoneOffset.UTC);

  NewChore {
    files = List.copyOf(files);
  }

  /** Returns {@code YYYY/MM/DD/HHMM/chore_<host>_ps-<process id>_<milliseconds>}. */
  String directory() {
    return "%s/%s".formatted(MINUTE.format(at), name(process, at));
  }

  static String name(ProcessName process, Instant at) {
    return "chore_%s_ps-%d_%d".formatted(process.host(), process.number(), at.toEpochMilli());
  }

  CommitDraft draft() {
    var writes = new ArrayList<FileWrite>();
    writes.add(write(Chore.SETTINGS_FILE, ChoreJson.pretty(settings)));
    writes.add(write(ChoreState.DO.fileName(), instructions));
    for (var file : files) {
      writes.add(
          new FileWrite(Chore.path(directory(), file.path()), file.content(), file.executable()));
    }
    return new CommitDraft(
        process.host(), at, "Add chore " + directory() + "\n", Map.of(), List.of(), writes);
  }

  private FileWrite write(String name, String text) {
    return FileWrite.text(Chore.path(directory(), name), text);
  }
}
