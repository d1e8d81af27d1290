package dev.atf.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.lab.postgres.PostgresPrograms;
import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which PostgreSQL is chosen; needs none. */
final class PostgresProgramsTest {
  @TempDir private Path directory;

  @Test
  void theNamedDirectoryIsTaken() throws IOException {
    for (var program : new String[] {"initdb", "pg_ctl", "postgres"}) {
      assertThat(Files.createFile(directory.resolve(program)).toFile().setExecutable(true))
          .isTrue();
    }

    var found = PostgresPrograms.find(Optional.of(directory));

    assertThat(found.path("initdb")).isEqualTo(directory.resolve("initdb").toString());
  }

  @Test
  void aNamedDirectoryWithoutThemIsRefusedAndNoOtherTaken() {
    assertThatThrownBy(() -> PostgresPrograms.find(Optional.of(directory)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("initdb");
  }

  @Test
  void missingProgramsAreReportedWithThePackageToInstall() {
    assertThatThrownBy(() -> PostgresPrograms.find("", directory.resolve("none")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("apt-get install postgresql-15");
  }

  @Test
  void releaseFifteenIsTakenBeforeNewerOnes() throws IOException {
    for (var release : new String[] {"9", "14", "15", "17"}) {
      var programs = Files.createDirectories(directory.resolve(release).resolve("bin"));
      for (var program : new String[] {"initdb", "pg_ctl", "postgres"}) {
        assertThat(Files.createFile(programs.resolve(program)).toFile().setExecutable(true))
            .isTrue();
      }
    }

    assertThat(PostgresPrograms.find("", directory).directory())
        .isEqualTo(directory.resolve("15").resolve("bin"));
    assertThat(PostgresPrograms.find(directory.resolve("14/bin").toString(), directory).directory())
        .isEqualTo(directory.resolve("14").resolve("bin"));
  }
}
