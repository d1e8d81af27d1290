package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.core.ManualClock;
import dev.atf.testtime.TestTimeouts;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class ChildProcessTest {
  private static final Duration MARGIN = Duration.ofMillis(500);

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock();

  @Test
  void overdueProcessIsKilledWithItsLastListedDescendantsIfTheyCannotBeListed() throws Exception {
    var below = new ProcessBuilder("sleep", "8021").start();
    try {
      var process = new ParentProcess(below);
      var child = child(process);
      Files.writeString(deadlineFile(), "1 25000");
      watch(child);
      clock.advance(Duration.ofSeconds(20));
      watch(child);
      assertThat(process.isAlive()).isTrue();

      process.unlisted = true;
      clock.advance(Duration.ofSeconds(20));
      watch(child);

      assertThat(process.isAlive()).isFalse();
      assertThat(child.wasOverdue()).isTrue();
      assertThat(below.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      below.destroyForcibly();
    }
  }

  @Test
  void readyProcessStaysReadyIfItsDeadlineFileIsRemoved() throws Exception {
    var child = child(new ProcessBuilder("true").start());
    assertThat(child.isReady()).isFalse();
    Files.writeString(deadlineFile(), "1 idle");
    assertThat(child.becomesReady(clock.nanos())).isTrue();

    Files.delete(deadlineFile());

    assertThat(child.isReady()).isTrue();
    assertThat(child.becomesReady(clock.nanos())).isFalse();
  }

  private void watch(ChildProcess child) {
    child.watch(clock.nanos(), MARGIN);
  }

  private Path deadlineFile() {
    return directory.resolve("paint-0.deadline");
  }

  private ChildProcess child(Process process) {
    return new ChildProcess(
        process,
        ProcessTree.withNewMark(ProcessTree.OF_EXECUTOR),
        deadlineFile(),
        new NoticeReader(deadlineFile()),
        new LastLines(),
        InstantSource.system().instant(),
        clock.nanos());
  }

  /** Process with one descendant, which cannot always be listed. */
  private static final class ParentProcess extends Process {
    private final Process below;
    private boolean unlisted;
    private boolean ended;

    ParentProcess(Process below) {
      this.below = below;
    }

    @Override
    public Stream<ProcessHandle> descendants() {
      if (unlisted) {
        throw new IllegalStateException("planted");
      }
      return Stream.of(below.toHandle());
    }

    @Override
    public long pid() {
      return 1;
    }

    @Override
    public boolean isAlive() {
      return !ended;
    }

    @Override
    public void destroy() {
      ended = true;
    }

    @Override
    public int waitFor() {
      return exitValue();
    }

    @Override
    public int exitValue() {
      return ExecutorDeath.SIGKILL;
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }
  }
}
