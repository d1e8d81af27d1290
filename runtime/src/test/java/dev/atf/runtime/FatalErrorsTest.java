package dev.atf.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class FatalErrorsTest {
  private final List<Integer> halts = new ArrayList<>();
  private final List<Throwable> others = new ArrayList<>();
  private final Thread.UncaughtExceptionHandler handler =
      FatalErrors.handler(halts::add, Optional.of((thread, failure) -> others.add(failure)));

  @Test
  @Tag("F25")
  void errorOfAThreadEndsTheProcessWithItsOwnCode() {
    handler.uncaughtException(Thread.currentThread(), new NoClassDefFoundError("planted"));

    assertThat(halts).containsExactly(72);
  }

  @Test
  void exceptionOfAThreadDoesNot() {
    var failure = new IllegalStateException("planted");

    handler.uncaughtException(Thread.currentThread(), failure);

    assertThat(halts).isEmpty();
    assertThat(others).containsExactly(failure);
  }
}
