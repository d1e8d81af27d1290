package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The {@code git} program, one call at a time. Its input is a file in a directory of this process.
 * The output is read while the program runs, so that a call is stopped when it has written too
 * much. One thread reads both streams; it reads only data that is available.
 *
 * @param directory directory that only this process uses, for the input
 * @param callMax time limit of a call, after which it is killed
 */
public record GitProgram(Path directory, Duration callMax) {
  /**
   * Time limit of a call. It is enough for a first fetch of about 100 MB over a slow connection.
   */
  public static final Duration CALL_MAX = Duration.ofMinutes(5);

  /** Maximum output of a call in bytes: the names of about 500,000 files. */
  private static final int OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

  /** Maximum number of bytes of the standard error in a message. They are the last ones. */
  private static final int ERROR_BYTES_MAX = 2 * 1024;

  private static final int READ_BYTES_MAX = 64 * 1024;

  /** Time between two reads of streams that are empty. */
  private static final long POLL_MILLIS = 10;

  public GitProgram(Path directory) {
    this(directory, CALL_MAX);
  }

  /**
   * Runs a call.
   *
   * @throws GitFailedException if git cannot be started, takes too long, or writes too much
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
    var in = directory.resolve("git.in");
    Files.write(in, input.toByteArray());
    var builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.redirectInput(in.toFile());
    GitEnvironment.applyTo(builder.environment());
    var process = builder.start();
    try {
      return answer(process, call);
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

  /** Returns the repository for the calls. It is bare, and this process has created it. */
  private Path gitDirectory() {
    return directory.resolve("repository.git");
  }

  private GitAnswer answer(Process process, String call) throws IOException, InterruptedException {
    var clock = MonotonicClock.system();
    long begun = clock.nanos();
    var output = ByteString.newOutput();
    var error = new byte[0];
    while (true) {
      // This is checked before the streams are read. If the process has ended, the reads find all
      // of its output.
      boolean ended = !process.isAlive();
      var out = read(process.getInputStream());
      var err = read(process.getErrorStream());
      output.write(out);
      error = end(error, err);
      if (output.size() > OUTPUT_BYTES_MAX) {
        throw new GitFailedException(
            "git %s: more than %d bytes of output".formatted(call, OUTPUT_BYTES_MAX));
      }
      if (clock.since(begun).compareTo(callMax) > 0) {
        throw new GitFailedException("git %s: did not finish within %s".formatted(call, callMax));
      }
      if (out.length + err.length == 0) {
        if (ended) {
          var text = new String(error, StandardCharsets.UTF_8);
          return new GitAnswer(call, process.exitValue(), output.toByteString(), text);
        }
        boolean unused = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Returns the bytes that can be read without waiting, up to a limit. */
  private static byte[] read(InputStream stream) throws IOException {
    return stream.readNBytes(Math.min(stream.available(), READ_BYTES_MAX));
  }

  /** Returns the last bytes of the two arrays, joined. */
  private static byte[] end(byte[] before, byte[] more) {
    var both = Arrays.copyOf(before, before.length + more.length);
    System.arraycopy(more, 0, both, before.length, more.length);
    return Arrays.copyOfRange(both, Math.max(0, both.length - ERROR_BYTES_MAX), both.length);
  }

  /**
   * Answer of one call of git.
   *
   * @param call name of the call, for messages
   * @param error its standard error, limited in size
   */
  record GitAnswer(String call, int exitCode, ByteString output, String error) {
    /**
     * Returns the answer if the call succeeded.
     *
     * @throws GitFailedException if the call failed; it contains git's own message
     */
    GitAnswer orFail() {
      if (exitCode != 0) {
        throw failure();
      }
      return this;
    }

    GitFailedException failure() {
      var message = error.isBlank() ? text().strip() : error.strip();
      return new GitFailedException("git %s: exit code %d: %s".formatted(call, exitCode, message));
    }

    String text() {
      return output.toStringUtf8();
    }
  }

  /**
   * Environment and settings of each call of git. The configuration of the user stays in effect: it
   * contains credentials and proxies, and callers who can only push cannot change it. Settings that
   * would make git run a program, ask a question, or use another repository are disabled.
   */
  private static final class GitEnvironment {
    /** Variables that {@code git rev-parse --local-env-vars} lists. */
    private static final List<String> OF_OTHER_REPOSITORIES =
        List.of(
            "GIT_ALTERNATE_OBJECT_DIRECTORIES",
            "GIT_COMMON_DIR",
            "GIT_CONFIG",
            "GIT_CONFIG_COUNT",
            "GIT_CONFIG_PARAMETERS",
            "GIT_DIR",
            "GIT_GRAFT_FILE",
            "GIT_IMPLICIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_INTERNAL_SUPER_PREFIX",
            "GIT_NAMESPACE",
            "GIT_NO_REPLACE_OBJECTS",
            "GIT_OBJECT_DIRECTORY",
            "GIT_PREFIX",
            "GIT_REPLACE_REF_BASE",
            "GIT_SHALLOW_FILE",
            "GIT_WORK_TREE");

    /** Protocols whose addresses cannot name a program to run. */
    static final String PROTOCOLS = "file:http:https:ssh";

    /** Options before each command. */
    static final List<String> OPTIONS =
        List.of(
            "--literal-pathspecs",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=false",
            // Malformed objects, such as a directory "..", are refused when they are fetched.
            "-c",
            "fetch.fsckObjects=true",
            "-c",
            "fetch.recurseSubmodules=false",
            "-c",
            "push.recurseSubmodules=no",
            "-c",
            "gc.autoDetach=false");

    private GitEnvironment() {}

    static void applyTo(Map<String, String> environment) {
      OF_OTHER_REPOSITORIES.forEach(environment::remove);
      environment.put("GIT_ALLOW_PROTOCOL", PROTOCOLS);
      environment.put("GIT_TERMINAL_PROMPT", "0");
      environment.putIfAbsent("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
      environment.put("LC_ALL", "C");
    }
  }
}
