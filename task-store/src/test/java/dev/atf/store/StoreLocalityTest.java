package dev.atf.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.atf.model.Association;
import dev.atf.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreLocalityTest {
  @TempDir private Path directory;

  private EmbeddedStore store;
  private StorePorts ports;

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(directory, () -> {});
    ports = store.ports();
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** The number of the last write that was made durable: the mark beside the log begins with it. */
  private long durable() {
    try {
      var mark = Files.readAllBytes(directory.resolve("synced"));
      return mark.length == 0 ? 0 : ByteBuffer.wrap(mark).getLong();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean create() {
    return ports.associations().create(Association.scheduled(SampleTasks.header()));
  }

  @Test
  void singleWritesAreDurable() {
    long before = durable();

    assertThat(create()).isTrue();

    assertThat(durable()).isGreaterThan(before);
  }

  @Test
  void groupedWritesAreDurableAtTheEndOfTheGroup() {
    long before = durable();

    long inTheMiddle =
        ports
            .locality()
            .together(
                () -> {
                  create();
                  ports.locality().together(this::create);
                  return durable();
                });

    assertThat(inTheMiddle).isEqualTo(before);
    assertThat(durable()).isGreaterThanOrEqualTo(before + 2);
  }

  @Test
  void singleWritesAreDurableAfterAFailedGroup() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                ports
                    .locality()
                    .together(
                        () -> {
                          create();
                          throw new IllegalStateException("in the middle");
                        }));
    long before = durable();

    create();

    assertThat(durable()).isGreaterThan(before);
  }
}
