package dev.atf.frontend;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.NumberInput;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Refuses bodies that the transcoder would read in a lenient way, so that a task never gets another
 * payload than the one that was meant: text behind the JSON, a property twice, a number that no
 * double holds.
 */
final class StrictJson {
  private static final JsonFactory STRICT =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private StrictJson() {}

  static HttpResponse serve(
      HttpService delegate, ServiceRequestContext context, HttpRequest request) {
    return HttpResponse.of(request.aggregate().thenApply(whole -> serve(delegate, context, whole)));
  }

  private static HttpResponse serve(
      HttpService delegate, ServiceRequestContext context, AggregatedHttpRequest whole) {
    if (mayBeAnotherSites(whole)) {
      return HttpJson.refused(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "content-type: %s (expected, from a browser: application/json)"
              .formatted(whole.contentType()));
    }
    var headers = whole.headers().toBuilder().contentType(MediaType.JSON).build();
    if (whole.content().isEmpty()) {
      return served(delegate, context, HttpRequest.of(headers));
    }
    return complaint(whole.content().array())
        .map(
            complaint ->
                HttpJson.refused(HttpStatus.BAD_REQUEST, "the body cannot be read: " + complaint))
        .orElseGet(() -> served(delegate, context, HttpRequest.of(headers, whole.content())));
  }

  /**
   * A page of any site can make a browser post to this server, but not as JSON without asking
   * first, and browsers name the page's origin. Other clients, such as a plain {@code curl -d}, may
   * leave the type out.
   */
  private static boolean mayBeAnotherSites(AggregatedHttpRequest whole) {
    var type = whole.contentType();
    boolean json = type != null && type.isJson();
    boolean changes = whole.method() != HttpMethod.GET && whole.method() != HttpMethod.HEAD;
    return changes && !json && whole.headers().contains(HttpHeaderNames.ORIGIN);
  }

  private static HttpResponse served(
      HttpService delegate, ServiceRequestContext context, HttpRequest request) {
    try {
      context.updateRequest(request);
      return delegate.serve(context, request);
    } catch (Exception e) {
      return HttpResponse.ofFailure(e);
    }
  }

  /** What is wrong with the text, without repeating any of it; empty if nothing is. */
  static Optional<String> complaint(byte[] text) {
    try (var parser = STRICT.createParser(text)) {
      for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_NUMBER_INT) {
          if (Double.isInfinite(NumberInput.parseDouble(parser.getText(), true))) {
            return Optional.of("a number is too large" + at(parser));
          }
        }
        boolean endOfDocument = parser.getParsingContext().inRoot();
        if (endOfDocument && parser.nextToken() != null) {
          return Optional.of("there is text behind the JSON document" + at(parser));
        }
      }
      return Optional.empty();
    } catch (JsonProcessingException e) {
      var where = e.getLocation();
      return Optional.of(
          e.getOriginalMessage()
              + (where == null
                  ? ""
                  : " at line %d, column %d".formatted(where.getLineNr(), where.getColumnNr())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String at(JsonParser parser) {
    var where = parser.currentTokenLocation();
    return " at line %d, column %d".formatted(where.getLineNr(), where.getColumnNr());
  }
}
