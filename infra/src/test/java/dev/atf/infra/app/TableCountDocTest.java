package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.dynamodb.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that documents name all tables, and their number, for a complete restore. */
final class TableCountDocTest {
  private static final List<String> WORDS =
      List.of("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

  private static final String RESTORE = "../docs/operate/backup-and-restore.md";

  private static final List<TableSchema> TABLES = TableSchema.of(TableNames.withPrefix(""));

  @Test
  void theDocumentsSayHowManyTablesThereAre() throws IOException {
    var count = WORDS.get(TABLES.size());

    assertThat(read("../docs/operate/processes.md")).contains("creates the " + count + " tables");
    assertThat(read(RESTORE)).contains("Restore all " + count + " tables to");
    assertThat(read("README.md")).contains("| the " + count + " tables as `TableSchema`");
  }

  @Test
  void theRunbookRestoresEveryTable() throws IOException {
    var list = read(RESTORE).replaceFirst("(?s).*\\n *tables=\"([a-z ]+)\".*", "$1");

    assertThat(list.split(" "))
        .containsExactlyInAnyOrderElementsOf(TABLES.stream().map(TableSchema::table).toList());
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(file));
  }
}
