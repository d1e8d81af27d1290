package dev.atf.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.lab.postgres.PostgresPrograms;
import dev.atf.lab.postgres.PostgresServer;
import dev.atf.lab.processes.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server is durable while it is there, and leaves nothing behind. */
final class PostgresServerTest {
  private static final Duration END_MAX = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private PostgresPrograms programs = new PostgresPrograms(Path.of(""));

  @BeforeEach
  void find() {
    programs = InstalledPostgres.orSkip();
  }

  @Test
  void startsWithDurableSettings() throws SQLException {
    try (var server = PostgresServer.start(programs, place())) {
      assertThat(shown(server, "fsync")).isEqualTo("on");
      assertThat(shown(server, "synchronous_commit")).isEqualTo("on");
      assertThat(shown(server, "full_page_writes")).isEqualTo("on");
    }
  }

  @Test
  void rejectsWrongPasswords() {
    try (var server = PostgresServer.start(programs, place())) {
      assertThatThrownBy(
              () -> DriverManager.getConnection(server.url(), PostgresServer.USER, "guessed"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
    }
  }

  @Test
  void whenItIsClosedNothingIsLeft() throws IOException {
    var server = PostgresServer.start(programs, place());
    assertThat(server.cpu()).isPositive();

    server.close();

    assertThat(entries(place())).isEmpty();
    assertThatThrownBy(
            () -> DriverManager.getConnection(server.url(), PostgresServer.USER, server.password()))
        .isInstanceOf(SQLException.class);
  }

  /** Ctrl-C has the same effect. */
  @Test
  void stopsCleanlyWhenItsProcessIsTerminated() throws IOException {
    try (var owner = startOwner()) {
      var postgres = postgresOf(owner);

      owner.terminate();

      assertThat(postgres).noneMatch(ProcessHandle::isAlive);
      assertThat(entries(place())).isEmpty();
    }
  }

  @Test
  void diesWhenItsProcessIsKilled() {
    try (var owner = startOwner()) {
      var postgres = postgresOf(owner);

      owner.kill9();

      await("the server is gone")
          .atMost(END_MAX)
          .until(() -> postgres.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  private JavaProcess startOwner() {
    return JavaProcess.start(
            "owner",
            directory,
            Map.of(),
            ServerOwner.class.getName(),
            programs.directory().toString(),
            place().toString())
        .awaitOutput(ServerOwner.READY);
  }

  private static List<ProcessHandle> postgresOf(JavaProcess owner) {
    var processes = owner.descendants();
    assertThat(processes).isNotEmpty();
    return processes;
  }

  private static String shown(PostgresServer server, String setting) throws SQLException {
    try (var connection =
            DriverManager.getConnection(server.url(), PostgresServer.USER, server.password());
        var result = connection.createStatement().executeQuery("SHOW " + setting)) {
      result.next();
      return result.getString(1);
    }
  }

  private Path place() {
    return directory.resolve("place");
  }

  private static List<Path> entries(Path place) throws IOException {
    try (Stream<Path> entries = Files.list(place)) {
      return entries.toList();
    }
  }
}
