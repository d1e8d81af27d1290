package dev.atf.executor.core;

import java.util.ArrayList;
import java.util.List;

/** An exception in few lines: each of its causes with the first frames, the innermost first. */
final class StackTraces {
  private static final int CAUSES_MAX = 5;
  private static final int FRAMES_MAX = 8;

  private StackTraces() {}

  static String bounded(Throwable error) {
    var causes = new ArrayList<Throwable>();
    for (Throwable cause = error;
        cause != null && causes.size() < CAUSES_MAX;
        cause = cause.getCause()) {
      causes.add(0, cause);
    }
    var text = new StringBuilder();
    for (var cause : causes) {
      if (!text.isEmpty()) {
        text.append("wrapped by: ");
      }
      text.append(cause).append('\n');
      frames(cause).forEach(frame -> text.append("  at ").append(frame).append('\n'));
    }
    return ResultLimits.head(text.toString());
  }

  private static List<StackTraceElement> frames(Throwable error) {
    var frames = List.of(error.getStackTrace());
    return frames.subList(0, Math.min(frames.size(), FRAMES_MAX));
  }
}
