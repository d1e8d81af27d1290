package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The {@code git} program, one call at a time. Its streams are files in a directory of this
 * process, so that no thread reads them.
 *
 * @param directory of this process alone; holds the streams
 * @param callMax time limit of a call, after which it is killed
 */
public record GitProgram(Path directory, Duration callMax) {
  /** Time limit of a call. Chosen: a first fetch of some 100 MB by a slow line. */
  public static final Duration CALL_MAX = Duration.ofMinutes(5);

  /** Largest output of a call. Chosen: the names of some 500,000 files. */
  private static final int OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

  /** Part of the standard error that a message shows: its end. */
  private static final int ERROR_BYTES_MAX = 2 * 1024;

  public GitProgram(Path directory) {
    this(directory, CALL_MAX);
  }

  /**
   * Runs a call.
   *
   * @throws GitFailedException if it cannot be started, takes too long, or writes too much
   */
  GitAnswer run(ByteString input, String call, List<String> arguments) {
    try {
      return answer(input, call, arguments);
    } catch (IOException e) {
      throw new GitFailedException(
          "git %s: cannot be run (is git installed?): %s".formatted(call, e.getMessage()));
    }
  }

  private GitAnswer answer(ByteString input, String call, List<String> arguments)
      throws IOException {
    var words = new ArrayList<String>();
    words.add("git");
    words.addAll(GitEnvironment.OPTIONS);
    words.add("--git-dir=" + gitDirectory());
    words.add(call);
    words.addAll(arguments);
    var in = file("git.in");
    var out = file("git.out");
    var err = file("git.err");
    Files.write(in.toPath(), input.toByteArray());
    var builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.redirectInput(in).redirectOutput(out).redirectError(err);
    GitEnvironment.applyTo(builder.environment());
    int exitCode = await(builder.start(), call);
    return new GitAnswer(call, exitCode, output(out, call), tail(err));
  }

  /** Returns the repository that the calls are about: bare, and made by this process. */
  private Path gitDirectory() {
    return directory.resolve("repository.git");
  }

  private File file(String name) {
    return directory.resolve(name).toFile();
  }

  private int await(Process process, String call) {
    try {
      if (process.waitFor(callMax.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
      throw new GitFailedException("git %s: not done within %s".formatted(call, callMax));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GitFailedException("git %s: interrupted".formatted(call));
    } finally {
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  private static ByteString output(File file, String call) throws IOException {
    if (file.length() > OUTPUT_BYTES_MAX) {
      throw new GitFailedException(
          "git %s: %d bytes of output (expected: at most %d)"
              .formatted(call, file.length(), OUTPUT_BYTES_MAX));
    }
    return ByteString.copyFrom(Files.readAllBytes(file.toPath()));
  }

  private static String tail(File file) throws IOException {
    try (var opened = new RandomAccessFile(file, "r")) {
      long from = Math.max(0, opened.length() - ERROR_BYTES_MAX);
      opened.seek(from);
      var bytes = new byte[(int) (opened.length() - from)];
      opened.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
