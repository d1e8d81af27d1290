package dev.atf.runtime.auth;

import com.linecorp.armeria.client.grpc.GrpcClientBuilder;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import dev.atf.runtime.WatchedFile;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.MonotonicClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The token that a process sends with its calls. */
public final class BearerToken {
  private BearerToken() {}

  /**
   * Sends the token of the file, as it is at each call; where none is set, nothing.
   *
   * @throws ConfigException if the file cannot be read or is empty
   */
  public static GrpcClientBuilder on(GrpcClientBuilder client, CredentialsConfig config) {
    if (config.tokenFile().isEmpty()) {
      return client;
    }
    var token =
        new WatchedFile<>(
            Path.of(config.tokenFile()),
            config.reloadInterval(),
            MonotonicClock.system(),
            BearerToken::parse);
    return client.decorator(
        (call, context, request) -> {
          RequestHeadersBuilder headers = request.headers().toBuilder();
          headers.set(HttpHeaderNames.AUTHORIZATION, "Bearer " + token.get());
          var signed = request.withHeaders(headers);
          context.updateRequest(signed);
          return call.execute(context, signed);
        });
  }

  private static String parse(byte[] content) {
    var token = new String(content, StandardCharsets.US_ASCII).strip();
    if (token.isEmpty()) {
      throw new ConfigException("no token in it");
    }
    return token;
  }
}
