package dev.atf.frontend.http.openapi;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import dev.atf.frontend.http.HttpRoute;
import io.grpc.BindableService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Files from which clients in other languages are generated. They list every call of the server, so
 * they are only for callers with credentials, like {@code /docs}.
 */
public final class ApiFiles {
  /** Path of an <a href="https://spec.openapis.org/oas/v3.1.1">OpenAPI 3.1</a> document. */
  public static final String OPENAPI = "/openapi.json";

  /** Path of a {@code FileDescriptorSet}: the .proto files with their imports and comments. */
  public static final String DESCRIPTORS = "/atf.protoset";

  private final List<HttpRoute> routes;
  private volatile @Nullable HttpData openApi;

  private ApiFiles(List<HttpRoute> routes) {
    this.routes = routes;
  }

  /** Adds the files to a server of these services. */
  public static void on(ServerBuilder http, Collection<? extends BindableService> services) {
    var files = new ApiFiles(HttpRoute.of(services));
    http.route().get(OPENAPI).build(file(MediaType.JSON_UTF_8, files::openApi));
    http.route()
        .get(DESCRIPTORS)
        .build(file(MediaType.OCTET_STREAM, () -> HttpData.wrap(descriptors())));
  }

  private static HttpService file(MediaType type, Supplier<HttpData> content) {
    return (context, request) ->
        HttpResponse.of(
            CompletableFuture.supplyAsync(
                () -> HttpResponse.of(HttpStatus.OK, type, content.get()),
                context.blockingTaskExecutor()));
  }

  /** Creates the document on the first request. Two simultaneous first requests create it twice. */
  private HttpData openApi() {
    var made = openApi;
    if (made == null) {
      made = HttpData.ofUtf8(document(routes));
      openApi = made;
    }
    return made;
  }

  private static String document(List<HttpRoute> routes) {
    try {
      var comments = ProtoComments.of(FileDescriptorSet.parseFrom(descriptors()));
      return new OpenApiDocument(comments).of(routes).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] descriptors() {
    try (var file = ApiFiles.class.getResourceAsStream("atf.protoset")) {
      return Objects.requireNonNull(file, "atf.protoset is not on the class path").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
