package dev.atf.frontend.http;

import com.google.protobuf.Message;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.stream.StreamMessage;
import com.linecorp.armeria.server.HttpResponseException;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.blob.TenantFiles;
import dev.atf.frontend.resource.ResourceStore;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.v1.DownloadResourceRequest;
import dev.atf.protocol.v1.ResourceServiceGrpc;
import dev.atf.protocol.v1.UploadResourceRequest;
import dev.atf.runtime.RootCause;
import dev.atf.runtime.rpc.LongCall;
import io.grpc.MethodDescriptor;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Upload and download of one resource over HTTP, with its content as the body. */
public final class ResourceHttp implements HttpService {
  /** Prefix of the paths whose bodies are not JSON. */
  static final String PATHS = "/v1/resources/";

  private static final String SHA256 = "sha256";
  public static final String PATH = PATHS + "{" + SHA256 + "}";
  private static final String LAMBDA = "lambda";
  private static final int PART_BYTES = 64 * 1024;

  private final ResourceStore resources;
  private final AccessControl access;
  private final TaskLambdas tasks;
  private final ErrorMapping errors;

  @Inject
  ResourceHttp(
      ResourceStore resources, AccessControl access, TaskLambdas tasks, ErrorMapping errors) {
    this.resources = resources;
    this.access = access;
    this.tasks = tasks;
    this.errors = errors;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    var call = LongCall.begin(context);
    boolean put = request.method() == HttpMethod.PUT;
    return HttpResponse.of(
        CompletableFuture.supplyAsync(
            () ->
                answer(
                    context, () -> put ? upload(context, request, call) : download(context, call)),
            context.blockingTaskExecutor()));
  }

  private interface Call {
    HttpResponse make() throws IOException;
  }

  private HttpResponse answer(ServiceRequestContext context, Call call) {
    try {
      return call.make();
    } catch (IOException e) {
      return RootCause.of(e) instanceof HttpResponseException refused
          ? refused.httpResponse()
          : HttpJson.failed(context, errors.statusOf(new UncheckedIOException(e)));
    } catch (RuntimeException e) {
      return HttpJson.failed(context, errors.statusOf(e));
    }
  }

  private HttpResponse upload(ServiceRequestContext context, HttpRequest request, LongCall call)
      throws IOException {
    try (var body = request.toInputStream(ResourceHttp::bytes)) {
      requireRight(
          ResourceServiceGrpc.getUploadResourceMethod(),
          UploadResourceRequest.newBuilder().setLambda(lambda(context)).build());
      long bytes = request.headers().contentLength();
      if (bytes < 0) {
        throw new InvalidFieldException("header Content-Length", "none", "the size of the body");
      }
      boolean created;
      var transfer = resources.transfer(lambda(context), call);
      try (transfer;
          var upload = resources.upload(lambda(context), sha256(context), bytes)) {
        var part = new byte[PART_BYTES];
        for (int read = body.read(part); read >= 0; read = body.read(part)) {
          upload.write(ByteBuffer.wrap(part, 0, read));
          call.moved(read);
        }
        call.received();
        created = upload.finish();
      }
      return HttpResponse.of(
          created ? HttpStatus.CREATED : HttpStatus.OK,
          MediaType.JSON_UTF_8,
          "{\"created\":%s}".formatted(created));
    }
  }

  /** Returns the bytes of a part; trailers have none. */
  private static HttpData bytes(HttpObject part) {
    return part instanceof HttpData data ? data : HttpData.empty();
  }

  private HttpResponse download(ServiceRequestContext context, LongCall call) {
    requireRight(
        ResourceServiceGrpc.getDownloadResourceMethod(),
        DownloadResourceRequest.newBuilder().setLambda(lambda(context)).build());
    var transfer = resources.transfer(lambda(context), call);
    TenantFiles.Opened opened;
    try {
      opened = resources.open(lambda(context), sha256(context));
    } catch (RuntimeException e) {
      transfer.close();
      throw e;
    }
    var headers =
        ResponseHeaders.builder(HttpStatus.OK)
            // A browser must never display the content, of any kind.
            .contentType(MediaType.OCTET_STREAM)
            .contentLength(opened.bytes())
            .build();
    return HttpResponse.of(
        headers,
        StreamMessage.fromOutputStream(
            out -> {
              try (InputStream content = transfer.of(opened.content());
                  out) {
                content.transferTo(out);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            context.blockingTaskExecutor()));
  }

  private void requireRight(MethodDescriptor<?, ?> method, Message request) {
    var refusal = access.refusal(method, request, tasks);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  private static String sha256(ServiceRequestContext context) {
    return String.valueOf(context.pathParam(SHA256));
  }

  private static String lambda(ServiceRequestContext context) {
    var query = context.queryParams();
    for (var name : query.names()) {
      if (!name.equals(LAMBDA) || query.getAll(name).size() > 1) {
        throw new InvalidFieldException(name, "in the query", "only lambda, once");
      }
    }
    var lambda = query.get(LAMBDA);
    if (lambda == null) {
      throw new InvalidFieldException(LAMBDA, "none", "the name of a lambda, in the query");
    }
    return lambda;
  }
}
