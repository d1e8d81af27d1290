package dev.atf.executor;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Limits of the class path that a project of handlers gets with the library. */
final class ClassPathLimits {
  /** Maximum number of jars: few enough for a person to review them. */
  static final int JARS_MAX = 30;

  /** Most bytes of all jars. Requirement: 15 MB. */
  static final long BYTES_MAX = 15 * 1024 * 1024;

  private static final Pattern BANNED =
      Pattern.compile(
          "(armeria|gson|netty|dagger|jakarta\\.inject|logback|kotlin|okio-jvm|nimbus|snakeyaml"
              + "|opentelemetry-(sdk|exporter)|prometheus|micrometer-registry|HdrHistogram"
              + "|error_prone_annotations|j2objc|listenablefuture|animal-sniffer|checker-qual|jsr305"
              + "|grpc-(context|netty)|annotations-4).*");

  private ClassPathLimits() {}

  /**
   * Returns the violations of the limits, one line for each.
   *
   * @param classPath jars, and in place of those of this build's modules directories of classes
   */
  static List<String> violations(List<Path> classPath) throws IOException {
    var violations = new ArrayList<String>();
    long bytes = 0;
    for (var entry : classPath) {
      var name = String.valueOf(entry.getFileName());
      if (BANNED.matcher(name).matches()) {
        violations.add(name + ": banned (ADR 0054); exclude it where it comes from");
      }
      bytes += Files.isDirectory(entry) ? compressed(entry) : Files.size(entry);
    }
    if (classPath.size() > JARS_MAX) {
      violations.add("%d jars (expected: at most %d)".formatted(classPath.size(), JARS_MAX));
    }
    if (bytes > BYTES_MAX) {
      violations.add("%d bytes of jars (expected: at most %d)".formatted(bytes, BYTES_MAX));
    }
    return violations;
  }

  /** Returns the size of the jar that a directory of classes becomes. */
  private static long compressed(Path classes) throws IOException {
    var jar = new CountingStream();
    try (var zip = new ZipOutputStream(jar);
        var files = Files.walk(classes)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return jar.count;
  }

  private static final class CountingStream extends OutputStream {
    private long count;

    @Override
    public void write(int octet) {
      count++;
    }

    @Override
    public void write(byte[] octets, int from, int length) {
      count += length;
    }
  }
}
