package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.embedded.EngineDirectory;
import dev.atf.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataCommandTest {
  @TempDir private Path data;

  @Test
  void saysWhetherADirectoryIsWhole() throws IOException {
    var store = EngineDirectory.embedded(data);
    EmbeddedStore.open(store, reason -> {}).close();

    var whole = Atf.bare("data", "verify", "--data", data.toString());

    assertThat(whole.exitCode()).as(whole.err()).isZero();
    assertThat(whole.out()).startsWith(data + " is whole: ").hasLineCount(1);

    Files.writeString(store.resolve("rocksdb/CURRENT"), "MANIFEST-000001\n");
    var damaged = Atf.bare("data", "verify", "--data", data.toString());
    var asJson = Atf.bare("data", "verify", "--data", data.toString(), "--json");

    assertThat(damaged.exitCode()).isEqualTo(1);
    assertThat(damaged.out())
        .startsWith(store + " is damaged: ")
        .endsWith(". Restore a backup.\n")
        .hasLineCount(1);
    assertThat(asJson.exitCode()).isEqualTo(1);
    assertThat(asJson.json().get("whole").asBoolean()).isFalse();
    assertThat(asJson.json().get("damage")).hasSize(1);
  }

  @Test
  void refusesADirectoryWithoutData() {
    var none = Atf.bare("data", "verify", "--data", data.toString());

    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("holds no tasks of the embedded engine");
  }
}
