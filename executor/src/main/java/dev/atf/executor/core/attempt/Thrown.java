package dev.atf.executor.core.attempt;

import dev.atf.executor.core.call.ResultLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads exceptions of handlers. Their methods may fail: if a method throws or returns null, its
 * part of the text is omitted. Only exhaustion of the heap is passed on.
 */
public final class Thrown {
  private static final int CAUSES_SEARCHED_MAX = 20;
  private static final int CAUSES_SHOWN_MAX = 5;
  private static final int FRAMES_SHOWN_MAX = 15;

  private Thrown() {}

  /**
   * Returns whether the heap is exhausted, which affects more than one attempt. The causes are
   * checked as well, because pools wrap exceptions of their threads.
   */
  public static boolean isOutOfMemory(Throwable error) {
    return chain(error, CAUSES_SEARCHED_MAX).stream().anyMatch(OutOfMemoryError.class::isInstance);
  }

  /** Returns the exception's text or, if that fails, the name of its class. */
  static String line(Throwable error) {
    return guarded(error::toString).orElse(error.getClass().getName());
  }

  /** Returns a short stack trace: each cause with its first frames, innermost first. */
  static String trace(Throwable error) {
    var causes = chain(error, CAUSES_SHOWN_MAX);
    Collections.reverse(causes);
    var text = new StringBuilder();
    for (var cause : causes) {
      if (!text.isEmpty()) {
        text.append("wrapped by: ");
      }
      text.append(line(cause)).append('\n');
      frames(cause).forEach(frame -> text.append("  at ").append(frame).append('\n'));
    }
    return ResultLimits.head(text.toString(), ResultLimits.DETAILS_CHARS_MAX);
  }

  /** Returns the first frames of the stack trace, innermost first. */
  private static List<StackTraceElement> frames(Throwable error) {
    var frames = guarded(() -> List.of(error.getStackTrace())).orElse(List.of());
    return frames.subList(0, Math.min(frames.size(), FRAMES_SHOWN_MAX));
  }

  /**
   * Returns the exception and its causes, at most {@code causesMax}, as far as they can be read.
   */
  private static List<Throwable> chain(Throwable error, int causesMax) {
    var chain = new ArrayList<Throwable>();
    for (var cause = Optional.of(error);
        cause.isPresent() && chain.size() < causesMax;
        cause = guarded(cause.get()::getCause)) {
      chain.add(cause.get());
    }
    return chain;
  }

  private static <T> Optional<T> guarded(Supplier<? extends @Nullable T> method) {
    try {
      return Optional.ofNullable(method.get());
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable unreadable) {
      return Optional.empty();
    }
  }
}
