package dev.atf.lab.demo;

import com.google.protobuf.Duration;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.protocol.v1.ScheduleRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One file to digest, as a task of the lambda {@code command}. */
record DemoTask(int index, Path file) {
  private static final List<String> PRIORITIES = List.of("high", "normal", "low");

  /** Returns a task for each of the first files below {@code directory}. */
  static List<DemoTask> ofFiles(Path directory, int filesMax) {
    var files = below(directory);
    return IntStream.range(0, Math.min(files.size(), filesMax))
        .mapToObj(index -> new DemoTask(index, files.get(index)))
        .toList();
  }

  /**
   * Returns a request with one of three priorities; a third of them is delayed by 1 to 10 seconds.
   */
  ScheduleRequest request() {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda("command")
            .setPriority(priority())
            .setJson(payload());
    if (delaySeconds() > 0) {
      request.setDelay(Duration.newBuilder().setSeconds(delaySeconds()));
    }
    return request.build();
  }

  String priority() {
    return PRIORITIES.get(index % PRIORITIES.size());
  }

  int delaySeconds() {
    return index / PRIORITIES.size() % 3 == 0 ? 1 + index % 10 : 0;
  }

  private Value payload() {
    var argv = ListValue.newBuilder().addValues(text("sha256sum")).addValues(text(file.toString()));
    return Value.newBuilder()
        .setStructValue(
            Struct.newBuilder().putFields("argv", Value.newBuilder().setListValue(argv).build()))
        .build();
  }

  private static Value text(String value) {
    return Value.newBuilder().setStringValue(value).build();
  }

  /** Returns the digest of the file, computed without the framework. */
  String sha256() {
    try (var in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("every Java platform has SHA-256", e);
    }
  }

  /**
   * Returns the files below {@code directory} that git tracks, or all of them outside a repository.
   */
  private static List<Path> below(Path directory) {
    var tracked = tracked(directory);
    try (Stream<Path> files = tracked.isEmpty() ? Files.walk(directory) : tracked.stream()) {
      return files.filter(Files::isRegularFile).filter(Files::isReadable).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> tracked(Path directory) {
    try {
      var git =
          new ProcessBuilder("git", "-C", directory.toString(), "ls-files", "-z", "--", ".")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0
          ? Stream.of(names.split("\0")).filter(n -> !n.isEmpty()).map(directory::resolve).toList()
          : List.of();
    } catch (IOException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
