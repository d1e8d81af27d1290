package dev.atf.executor.core.attempt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an exception says of itself. The methods that it says it with are its owner's: if one throws
 * or answers null, what is known without it is said instead. Only exhaustion of the heap goes
 * through.
 */
final class ThrowableText {
  private ThrowableText() {}

  /** Its text, or else the name of its class. */
  static String line(Throwable error) {
    return said(error::toString).orElse(error.getClass().getName());
  }

  /** The exception, its cause, the cause of that: at most so many, as far as they can be told. */
  static List<Throwable> chain(Throwable error, int causesMax) {
    var chain = new ArrayList<Throwable>();
    for (var cause = Optional.of(error);
        cause.isPresent() && chain.size() < causesMax;
        cause = said(cause.get()::getCause)) {
      chain.add(cause.get());
    }
    return chain;
  }

  /** Where it was thrown, the innermost first. */
  static List<StackTraceElement> frames(Throwable error) {
    return said(() -> List.of(error.getStackTrace())).orElse(List.of());
  }

  private static <T> Optional<T> said(Supplier<? extends @Nullable T> method) {
    try {
      return Optional.ofNullable(method.get());
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable unspeakable) {
      return Optional.empty();
    }
  }
}
