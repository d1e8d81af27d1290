package dev.atf.client.resource;

import dev.atf.protocol.v1.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Files of tasks. A file is known by its content: it is sent once for all lambdas of a tenant,
 * however many tasks need it.
 *
 * <pre>{@code
 * var model = atf.resources().upload("score", Path.of("model.bin"));
 * atf.schedule(TaskSpec.of("score", batch).resource(model.at("model.bin")).outputs("out/*.csv"));
 * }</pre>
 */
public final class Resources {
  /** Repetition of calls that may be repeated. */
  public interface Repeated {
    <T> T call(Supplier<T> call);
  }

  private final ResourceTransfer transfer;
  private final Repeated retries;

  public Resources(ResourceTransfer transfer, Repeated retries) {
    this.transfer = transfer;
    this.retries = retries;
  }

  /**
   * Uploads a file, unless the tenant of the lambda has it. It is kept for a day, and then as long
   * as a task may need it.
   *
   * @throws UncheckedIOException if it cannot be read
   * @throws dev.atf.client.AtfException if it was refused, or after the last try
   */
  public FileContent upload(String lambda, Path file) {
    return retries.call(
        () -> {
          try {
            var content = FileContent.of(file);
            boolean unused = transfer.upload(lambda, file, content, bytes -> {});
            return content;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * Downloads a file that a task has made, or needed, below a directory.
   *
   * @param resource one of {@code TaskSnapshot.outputFiles()}
   * @return where it is: whole, with its digest
   * @throws UncheckedIOException if it cannot be written, or has another digest
   * @throws IllegalArgumentException if its path leads out of the directory
   * @throws dev.atf.client.AtfException if it was refused, or after the last try
   */
  public Path download(String lambda, Resource resource, Path directory) {
    var file = below(directory, resource.getPath());
    return retries.call(
        () -> {
          try {
            transfer.download(lambda, resource.getSha256(), file, bytes -> {});
            return file;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * Returns the place of a file below a directory.
   *
   * @throws IllegalArgumentException if its path leads out of it
   */
  public static Path below(Path directory, String path) {
    var root = directory.toAbsolutePath().normalize();
    var file = root.resolve(path).normalize();
    if (!file.startsWith(root) || file.equals(root)) {
      throw new IllegalArgumentException(
          "path: %s (expected: a file below the directory)".formatted(path));
    }
    return file;
  }
}
