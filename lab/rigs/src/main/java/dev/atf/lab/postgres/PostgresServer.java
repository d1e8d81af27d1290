package dev.atf.lab.postgres;

import dev.atf.local.Pause;
import dev.atf.local.engine.FreePort;
import dev.atf.runtime.TemporaryDirectory;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An empty PostgreSQL server for this process alone, on a free loopback port, with a password and
 * its data in a temporary directory that is deleted with it. It ends with this process, however
 * that ends.
 */
public final class PostgresServer implements AutoCloseable {
  public static final String USER = "atf";

  private static final Duration START_MAX = Duration.ofMinutes(2);
  private static final Duration PROGRAM_MAX = Duration.ofMinutes(2);

  /**
   * Settings for durability, and for the memory that its documentation advises on a machine of its
   * own; all others are the defaults.
   */
  private static final List<String> SETTINGS =
      List.of(
          "fsync=on",
          "synchronous_commit=on",
          "full_page_writes=on",
          "shared_buffers=1GB",
          "effective_cache_size=4GB",
          "max_wal_size=8GB",
          "checkpoint_timeout=15min",
          "random_page_cost=1.1",
          // Queues leave dead rows faster than the tables that the default is meant for.
          "autovacuum_naptime=5s",
          "jit=off",
          "listen_addresses=127.0.0.1",
          "unix_socket_directories=",
          "log_min_messages=fatal");

  private final PostgresPrograms programs;
  private final ServerUser user = new ServerUser();
  private final Path parent;
  private final TemporaryDirectory directory;
  private final Path data;
  private final Path log;
  private final int port = FreePort.find();
  private final String password = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
  private final Thread atExit = new Thread(this::stop, "postgres-stop");

  /** The server's process, and before it the one that initialises its directory. */
  private volatile @Nullable Process process;

  private boolean stopped;

  private PostgresServer(PostgresPrograms programs, Path parent) {
    this.programs = programs;
    this.parent = parent;
    directory = TemporaryDirectory.in(parent, "postgres-");
    data = directory.path().resolve("data");
    log = directory.path().resolve("server.log");
  }

  /**
   * Starts a server and returns when it answers.
   *
   * @param parent parent of its directory; the parent's own parent belongs to this process's user
   *     alone
   */
  public static PostgresServer start(PostgresPrograms programs, Path parent) {
    var server = new PostgresServer(programs, parent);
    Runtime.getRuntime().addShutdownHook(server.atExit);
    try {
      server.initialise();
      server.require(server.starts());
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  public String url() {
    // The driver then sends a batch of inserts as one statement, which it does not by itself.
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?reWriteBatchedInserts=true";
  }

  public String password() {
    return password;
  }

  /** Returns the CPU time of all of its processes, those that have ended included. */
  public Duration cpu() {
    var running = process;
    return running == null ? Duration.ZERO : ServerTimes.ofTree(running.toHandle());
  }

  private void initialise() {
    user.own(directory.path());
    user.mayPass(parent);
    Optional.ofNullable(parent.toAbsolutePath().getParent()).ifPresent(user::mayPass);
    var passwordFile = directory.path().resolve("password");
    try {
      Files.writeString(passwordFile, password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    user.own(passwordFile);
    var initialising =
        start(
            "initdb",
            "--pgdata=" + data,
            "--username=" + USER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C");
    process = initialising;
    if (awaitEnd(initialising) != 0) {
      throw new IllegalStateException("initdb failed:\n" + logged());
    }
  }

  /**
   * Ends all of its processes with SIGKILL, and starts it again on the same data. Returns when it
   * answers.
   */
  public void killAndRestart() {
    var killed = Objects.requireNonNull(process);
    var children = killed.descendants().toList();
    awaitEnd(killed.destroyForcibly());
    children.forEach(ProcessHandle::destroyForcibly);
    // It cannot start before the last of them has released the shared memory.
    require(Pause.until(this::starts, START_MAX, MonotonicClock.system()));
  }

  /**
   * Starts the server from a long-lived thread, with whose end the kernel would end it. Returns
   * whether it answers; otherwise it has ended.
   */
  private boolean starts() {
    var words = new ArrayList<>(List.of(programs.path("postgres"), "-D", data.toString()));
    words.addAll(List.of("-p", String.valueOf(port)));
    SETTINGS.forEach(setting -> words.addAll(List.of("-c", setting)));
    var server = LongLived.start("postgres", builder(words));
    process = server;
    boolean decided =
        Pause.until(() -> !server.isAlive() || answers(), START_MAX, MonotonicClock.system());
    return decided && server.isAlive();
  }

  private void require(boolean started) {
    if (!started) {
      throw new IllegalStateException("PostgreSQL did not start:\n" + logged());
    }
  }

  private boolean answers() {
    try (var connection = DriverManager.getConnection(url(), USER, password)) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  private Process start(String program, String... arguments) {
    var words = new ArrayList<>(List.of(programs.path(program)));
    words.addAll(List.of(arguments));
    try {
      return builder(words).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int awaitEnd(Process ending) {
    try {
      if (!ending.waitFor(PROGRAM_MAX.toSeconds(), TimeUnit.SECONDS)) {
        ending.destroyForcibly();
      }
      return ending.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private ProcessBuilder builder(List<String> words) {
    return new ProcessBuilder(user.command(words))
        .directory(directory.path().toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
  }

  private String logged() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This process ends; the shutdown hook stops the server, or found it stopped.
    }
  }

  /** Stops the server at once, without a checkpoint, because its data is deleted, too. */
  private synchronized void stop() {
    if (stopped) {
      return;
    }
    stopped = true;
    var running = process;
    try {
      if (running != null && running.isAlive()) {
        awaitEnd(start("pg_ctl", "stop", "--mode=immediate", "--pgdata=" + data));
        // It may not be a server yet, or not listen.
        running.descendants().forEach(ProcessHandle::destroyForcibly);
        awaitEnd(running.destroyForcibly());
      }
    } finally {
      directory.close();
    }
  }

  /** Processes whose starting thread lives as long as they do: see {@link ServerUser}. */
  private static final class LongLived {
    private LongLived() {}

    static Process start(String name, ProcessBuilder builder) {
      var started = new CompletableFuture<Process>();
      var keeper = new Thread(() -> keep(builder, started), name);
      keeper.setDaemon(true);
      keeper.start();
      try {
        return started.join();
      } catch (CompletionException e) {
        throw new IllegalStateException(name + " cannot be started", e.getCause());
      }
    }

    private static void keep(ProcessBuilder builder, CompletableFuture<Process> started) {
      try {
        var process = builder.start();
        started.complete(process);
        process.waitFor();
      } catch (IOException e) {
        started.completeExceptionally(new UncheckedIOException(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** CPU time as the kernel counts it. */
  private static final class ServerTimes {
    /** Unit in which the kernel reports times, whatever it uses internally: USER_HZ. */
    private static final int TICKS_PER_SECOND = 100;

    /** Fields 14 to 17 of proc(5), behind the name, which may hold blanks. */
    private static final int FIRST_FIELD = 14 - 3;

    private ServerTimes() {}

    /** Returns the CPU time of a process, of its present children, and of those that have ended. */
    static Duration ofTree(ProcessHandle process) {
      long ticks =
          Stream.concat(Stream.of(process), process.descendants())
              .mapToLong(each -> ticks(each.pid()))
              .sum();
      return Duration.ofMillis(ticks * 1_000 / TICKS_PER_SECOND);
    }

    /** Returns zero for a process that has just ended: its parent's count includes it. */
    private static long ticks(long pid) {
      var stat = Path.of("/proc", String.valueOf(pid), "stat");
      try {
        var content = Files.readString(stat);
        var fields = content.substring(content.lastIndexOf(')') + 2).split(" ", -1);
        long sum = 0;
        for (int i = FIRST_FIELD; i < FIRST_FIELD + 4; i++) {
          sum += Long.parseLong(fields[i]);
        }
        return sum;
      } catch (IOException e) {
        if (Files.exists(stat)) {
          throw new UncheckedIOException(e);
        }
        return 0;
      }
    }
  }
}
