package dev.atf.lab.demo;

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
import java.util.stream.Stream;

/** The input of the demonstration: files, and their digests computed without the framework. */
final class DemoFiles {
  private DemoFiles() {}

  /**
   * Returns the files below {@code directory} that git tracks, or all of them outside a repository.
   */
  static List<Path> below(Path directory) {
    var tracked = tracked(directory);
    try (Stream<Path> files = tracked.isEmpty() ? Files.walk(directory) : tracked.stream()) {
      return files.filter(Files::isRegularFile).filter(Files::isReadable).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String sha256(Path file) {
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
