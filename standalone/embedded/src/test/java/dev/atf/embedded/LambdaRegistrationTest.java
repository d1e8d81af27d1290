package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.StoreException;
import dev.atf.store.StoreUnavailableException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LambdaRegistrationTest {
  private final Deque<RuntimeException> failures = new ArrayDeque<>();
  private final AtomicInteger calls = new AtomicInteger();

  @TempDir private Path data;

  @Test
  void repeatsCallsThatTheEnginesDidNotAnswer() {
    failures.add(new StoreUnavailableException("not started", null));
    failures.add(new QueueUnavailableException("not started", new IllegalStateException()));

    LambdaRegistration.untilAvailable(this::call);

    assertThat(calls).hasValue(3);
  }

  @Test
  void doesNotRepeatARefusal() {
    failures.add(new IllegalStateException("refused"));

    assertThatThrownBy(() -> LambdaRegistration.untilAvailable(this::call))
        .hasMessage("refused")
        .isNotInstanceOf(StoreException.class);

    assertThat(calls).hasValue(1);
  }

  @Test
  void aHostIsRefusedForALambdaThatMayNotBeRegistered() {
    try (var atf = Atf.open(data)) {
      assertThatThrownBy(() -> atf.serve(List.of(worker("Not A Name"))))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("Not A Name");
    }
  }

  private void call() {
    calls.incrementAndGet();
    if (!failures.isEmpty()) {
      throw failures.remove();
    }
  }

  private static Worker worker(String lambda) {
    return Worker.builder(ExecutorConfig.DEFAULTS.withLambda(lambda))
        .handle(lambda, String.class, (payload, context) -> Outcome.success())
        .build();
  }
}
