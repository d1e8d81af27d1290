package dev.atf.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
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
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

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

  @Test
  void aDefinitionThatCannotBeReadIsNotReplacedByTheDefault() throws RocksDBException {
    Atf.open(data).close();
    var key = "lmail\0".getBytes(US_ASCII);
    var unreadable = new byte[] {1};
    try (var rocks = RocksDB.open(store())) {
      rocks.put(key, unreadable);
    }

    Atf.at(data)
        .handle("mail", String.class, (payload, context) -> Outcome.success())
        .open()
        .close();

    try (var options = new Options();
        var rocks = RocksDB.openReadOnly(options, store())) {
      assertThat(rocks.get(key)).isEqualTo(unreadable);
    }
  }

  private String store() {
    return EngineDirectory.embedded(data).resolve("rocksdb").toString();
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
