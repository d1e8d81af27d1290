package dev.atf.client;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Token that identifies the caller. It is read for every try, so that it can be replaced before it
 * expires. Over plain http, anyone who intercepts the token can use it.
 */
public final class BearerToken extends CallCredentials {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Supplier<String> token;

  private BearerToken(Supplier<String> token) {
    this.token = token;
  }

  /**
   * Returns credentials that call {@code token} for every try, from many threads. The supplier
   * should not block.
   */
  public static BearerToken of(Supplier<String> token) {
    return new BearerToken(token);
  }

  /** Returns credentials that read the token from the file for every try. */
  public static BearerToken ofFile(Path file) {
    return new BearerToken(
        () -> {
          try {
            return Files.readString(file).strip();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public void applyRequestMetadata(
      RequestInfo requestInfo, Executor executor, MetadataApplier applier) {
    executor.execute(
        () -> {
          var headers = new Metadata();
          try {
            headers.put(AUTHORIZATION, "Bearer " + token.get());
          } catch (RuntimeException e) {
            applier.fail(Status.UNAUTHENTICATED.withDescription("no token").withCause(e));
            return;
          }
          applier.apply(headers);
        });
  }
}
