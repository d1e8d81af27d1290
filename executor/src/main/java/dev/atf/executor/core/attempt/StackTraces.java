package dev.atf.executor.core.attempt;

import dev.atf.executor.core.call.ResultLimits;
import java.util.Collections;
import java.util.List;

/** Exception as a few lines: each of its causes with the first frames, the innermost first. */
final class StackTraces {
  private static final int CAUSES_MAX = 5;
  private static final int FRAMES_MAX = 15;

  private StackTraces() {}

  static String bounded(Throwable error) {
    var causes = ThrowableText.chain(error, CAUSES_MAX);
    Collections.reverse(causes);
    var text = new StringBuilder();
    for (var cause : causes) {
      if (!text.isEmpty()) {
        text.append("wrapped by: ");
      }
      text.append(ThrowableText.line(cause)).append('\n');
      frames(cause).forEach(frame -> text.append("  at ").append(frame).append('\n'));
    }
    return ResultLimits.head(text.toString(), ResultLimits.DETAILS_CHARS_MAX);
  }

  private static List<StackTraceElement> frames(Throwable error) {
    var frames = ThrowableText.frames(error);
    return frames.subList(0, Math.min(frames.size(), FRAMES_MAX));
  }
}
