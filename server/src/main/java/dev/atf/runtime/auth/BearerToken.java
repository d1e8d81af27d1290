package dev.atf.runtime.auth;

import com.linecorp.armeria.client.grpc.GrpcClientBuilder;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.credentials.TokenFile;

/** Adds the token of a process to its calls. */
public final class BearerToken {
  private BearerToken() {}

  /**
   * Adds the token of the configured file to each call. The file is read again when it changes.
   * Without a file, nothing is added.
   *
   * @throws ConfigException if the file cannot be read or is empty
   */
  public static GrpcClientBuilder on(GrpcClientBuilder client, CredentialsConfig config) {
    var token = TokenFile.of(config);
    if (token.isEmpty()) {
      return client;
    }
    return client.decorator(
        (call, context, request) -> {
          RequestHeadersBuilder headers = request.headers().toBuilder();
          headers.set(HttpHeaderNames.AUTHORIZATION, token.get().authorization());
          var signed = request.withHeaders(headers);
          context.updateRequest(signed);
          return call.execute(context, signed);
        });
  }
}
