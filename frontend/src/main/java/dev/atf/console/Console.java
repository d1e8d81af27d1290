package dev.atf.console;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.AbstractHttpService;
import com.linecorp.armeria.server.HttpStatusException;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.auth.PublicService;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the files of the web console at {@code /console}. The files are public. A page reads its
 * data from the public API with the rights of its user.
 */
public final class Console extends AbstractHttpService implements PublicService {
  private static final String PREFIX = "/console";
  private static final String PAGE = "index.html";

  /**
   * Path below which there are only pages. Their names, of jobs and periodic tasks, may contain
   * dots.
   */
  private static final String PAGES_OF_LAMBDAS = "lambdas/";

  /**
   * Content security policy. It forbids content from other origins, inline scripts, and embedding
   * in another page. Only the templates of lit-html may turn text into markup.
   */
  private static final String CONTENT_SECURITY_POLICY =
      String.join(
          "; ",
          "default-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types lit-html");

  /**
   * Files by name. Missing files are not stored, so the map cannot become larger than the class
   * path.
   */
  private final Map<String, ConsoleFile> files = new ConcurrentHashMap<>();

  private Console() {}

  /** Adds the console to a server. */
  public static void on(ServerBuilder server) {
    server.serviceUnder(PREFIX, new Console());
  }

  @Override
  protected HttpResponse doGet(ServiceRequestContext context, HttpRequest request) {
    return answer(context, request);
  }

  @Override
  protected HttpResponse doHead(ServiceRequestContext context, HttpRequest request) {
    return answer(context, request);
  }

  private HttpResponse answer(ServiceRequestContext context, HttpRequest request) {
    return find(context.mappedPath().substring(1))
        .map(file -> answer(file, request))
        .orElseGet(() -> HttpResponse.ofFailure(HttpStatusException.of(HttpStatus.NOT_FOUND)));
  }

  /**
   * Returns the file for a path. The path of a page does not name a file: the page's script reads
   * the path.
   */
  private Optional<ConsoleFile> find(String path) {
    var name = path.indexOf('.') < 0 || path.startsWith(PAGES_OF_LAMBDAS) ? PAGE : path;
    var known = files.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    var read = ConsoleFile.read(name);
    read.ifPresent(file -> files.put(name, file));
    return read;
  }

  private static HttpResponse answer(ConsoleFile file, HttpRequest request) {
    var known = request.headers().get(HttpHeaderNames.IF_NONE_MATCH, "");
    boolean same = Arrays.asList(known.split(",\\s*")).contains(file.etag());
    var headers =
        ResponseHeaders.builder(same ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
            .set(HttpHeaderNames.ETAG, file.etag())
            // Cached, and revalidated each time, so that the next build is seen at once.
            .set(HttpHeaderNames.CACHE_CONTROL, "no-cache")
            .set(HttpHeaderNames.CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY)
            .set(HttpHeaderNames.REFERRER_POLICY, "no-referrer")
            .set("cross-origin-opener-policy", "same-origin")
            .set("cross-origin-resource-policy", "same-origin");
    if (same) {
      return HttpResponse.of(headers.build());
    }
    headers.contentType(file.type());
    return HttpResponse.of(headers.build(), file.content());
  }
}
