package dev.atf.client.resource;

import dev.atf.protocol.v1.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Operations on the files of tasks. A file is identified by its content: it is sent once for all
 * lambdas of a tenant, however many tasks need it.
 *
 * <pre>{@code
 * var model = atf.resources().upload("score", Path.of("model.bin"));
 * atf.schedule(TaskSpec.of("score", batch).resource(model.at("model.bin")).outputs("out/*.csv"));
 * }</pre>
 */
public final class Resources {
  /** Retries calls that are safe to repeat. */
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
   * Uploads a file, unless the lambda's tenant already has it. The file is kept for a day, and
   * longer while a task may need it.
   *
   * @throws UncheckedIOException if the file cannot be read
   * @throws dev.atf.client.AtfException if the transfer was refused, or the last try failed
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
   * Downloads an input or output file of a task into a directory.
   *
   * @param resource a file of {@code TaskSnapshot.outputFiles()}
   * @return the path of the file, which is complete and has the expected digest
   * @throws UncheckedIOException if the file cannot be written, or has another digest
   * @throws IllegalArgumentException if its path leads outside of the directory
   * @throws dev.atf.client.AtfException if the transfer was refused, or the last try failed
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
   * Returns the path of a file below a directory.
   *
   * @throws IllegalArgumentException if the path leads outside of the directory
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
