package dev.atf.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** CPU time as the kernel counts it. */
final class ServerTimes {
  /** Unit in which the kernel reports times, whatever it uses internally: USER_HZ. */
  private static final int TICKS_PER_SECOND = 100;

  /** Fields 14 to 17 of proc(5), behind the name, which may hold blanks. */
  private static final int FIRST_FIELD = 14 - 3;

  private ServerTimes() {}

  /** Returns the CPU time of a process, of its present children, and of those that have ended. */
  static Duration ofTree(ProcessHandle process) {
    long ticks =
        Stream.concat(Stream.of(process), process.descendants())
            .mapToLong(each -> ticks(each.pid()))
            .sum();
    return Duration.ofMillis(ticks * 1_000 / TICKS_PER_SECOND);
  }

  /** Returns zero for a process that has just ended: its parent's count includes it. */
  private static long ticks(long pid) {
    var stat = Path.of("/proc", String.valueOf(pid), "stat");
    try {
      var content = Files.readString(stat);
      var fields = content.substring(content.lastIndexOf(')') + 2).split(" ", -1);
      long sum = 0;
      for (int i = FIRST_FIELD; i < FIRST_FIELD + 4; i++) {
        sum += Long.parseLong(fields[i]);
      }
      return sum;
    } catch (IOException e) {
      if (Files.exists(stat)) {
        throw new UncheckedIOException(e);
      }
      return 0;
    }
  }
}
