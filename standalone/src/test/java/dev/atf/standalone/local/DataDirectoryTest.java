package dev.atf.standalone.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.ConfigException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  @Test
  void isTakenByOneAtATime(@TempDir Path parent) {
    var path = parent.resolve("data");
    var first = DataDirectory.take(path);

    assertThatThrownBy(() -> DataDirectory.take(path))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("in use");

    first.close();
    try (var second = DataDirectory.take(path)) {
      assertThat(second.path()).isEqualTo(path);
    }
  }
}
