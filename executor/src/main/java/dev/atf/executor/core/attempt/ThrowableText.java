package dev.atf.executor.core.attempt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Texts of an exception that its own methods cannot break: if one of them throws or returns null, a
 * text without it is used instead. Only exhaustion of the heap is passed on.
 */
final class ThrowableText {
  private ThrowableText() {}

  /** Returns the exception's text, or else the name of its class. */
  static String line(Throwable error) {
    return guarded(error::toString).orElse(error.getClass().getName());
  }

  /** Returns the exception and its causes, at most so many, as far as they can be read. */
  static List<Throwable> chain(Throwable error, int causesMax) {
    var chain = new ArrayList<Throwable>();
    for (var cause = Optional.of(error);
        cause.isPresent() && chain.size() < causesMax;
        cause = guarded(cause.get()::getCause)) {
      chain.add(cause.get());
    }
    return chain;
  }

  /** Returns the frames where it was thrown, the innermost first. */
  static List<StackTraceElement> frames(Throwable error) {
    return guarded(() -> List.of(error.getStackTrace())).orElse(List.of());
  }

  private static <T> Optional<T> guarded(Supplier<? extends @Nullable T> method) {
    try {
      return Optional.ofNullable(method.get());
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable unspeakable) {
      return Optional.empty();
    }
  }
}
