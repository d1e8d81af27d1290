package dev.atf.frontend.notice;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.EndStatuses;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.notice.NoticePayload;
import dev.atf.validation.JsonValues;
import dev.atf.validation.Violations;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the targets of notices. Each method adds its violations and continues.
 *
 * @param path path of the target in the request, such as {@code to.}
 * @param lambdas finds lambdas that accept tasks
 */
record TargetValidation(
    String path, Function<LambdaName, Optional<LambdaDefinition>> lambdas, Violations violations) {
  /** Built-in lambda whose payload is an HTTP request; the notice is the body of the request. */
  private static final String HTTP = "http";

  private static final int CONTEXT_BYTES_MAX = 1024;
  private static final int URL_CHARS_MAX = 2_000;
  private static final int HEADERS_MAX = 20;
  private static final int HEADERS_CHARS_MAX = 4_096;
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  /**
   * Target as requested.
   *
   * @param contents common part of the payloads of its notices
   */
  public record Target(LambdaDefinition lambda, Priority priority, Payload contents) {
    /**
     * Returns the target for a subscription.
     *
     * @param contents id of the entity with the common part
     */
    public NoticeTarget at(TaskId contents) {
      return new NoticeTarget(lambda.name(), priority, contents);
    }

    /** Returns the entity with the common part. */
    public TaskEntity entity(TaskId id, Instant now, Instant expiresAt) {
      var header =
          new TaskHeader(
              id,
              lambda.name(),
              priority,
              null,
              id.shard(lambda.shards()),
              now,
              now,
              expiresAt,
              null);
      return new TaskEntity(header, contents, Map.of(), "", expiresAt);
    }
  }

  /** Returns the target; empty if violations were added. */
  public Optional<Target> read(dev.atf.protocol.v1.NoticeTarget asked) {
    var before = violations.all().size();
    var lambda = lambda(asked.getLambda());
    var priority = lambda.flatMap(known -> priority(asked.getPriority(), known));
    var contents = NoticePayload.contents(request(asked), context(asked));
    return violations.all().size() > before || lambda.isEmpty()
        ? Optional.empty()
        : Optional.of(new Target(lambda.get(), priority.orElseThrow(), contents));
  }

  /**
   * Reads the statuses that create a notice.
   *
   * @param field name of the field with the statuses
   * @param asked requested statuses; empty for all final statuses
   */
  static Set<TaskStatus> statuses(
      String field, List<dev.atf.protocol.v1.TaskStatus> asked, Violations violations) {
    var statuses = new HashSet<TaskStatus>();
    for (var status : asked) {
      EndStatuses.ALL.stream()
          .filter(known -> known.name().equals(status.name()))
          .findFirst()
          .ifPresentOrElse(
              statuses::add,
              () -> violations.add(field, status.name(), "of " + EndStatuses.ALL + ", or none"));
    }
    return statuses.isEmpty() ? EndStatuses.ALL : statuses;
  }

  private Optional<LambdaDefinition> lambda(String asked) {
    if (asked.isEmpty()) {
      violations.add(path + "lambda", "missing", "the lambda that receives the notices");
      return Optional.empty();
    }
    var found = violations.read(path, () -> new LambdaName(asked));
    var lambda = found.flatMap(lambdas);
    if (found.isPresent() && lambda.isEmpty()) {
      violations.add(path + "lambda", asked, "a registered lambda that takes tasks");
    }
    return lambda;
  }

  private Optional<Priority> priority(String asked, LambdaDefinition lambda) {
    if (asked.isEmpty()) {
      return Optional.of(lambda.defaultPriority());
    }
    var found =
        lambda.priorities().stream().filter(known -> known.value().equals(asked)).findFirst();
    if (found.isEmpty()) {
      var known =
          lambda.priorities().stream().map(Priority::value).collect(Collectors.joining(", "));
      violations.add(path + "priority", asked, "one of " + known);
    }
    return found;
  }

  private String context(dev.atf.protocol.v1.NoticeTarget asked) {
    if (!asked.hasContext()) {
      return "";
    }
    var json = json("context", asked.getContext());
    int bytes = json.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > CONTEXT_BYTES_MAX) {
      violations.add(path + "context", bytes + " bytes", "at most " + CONTEXT_BYTES_MAX + " bytes");
    }
    return json;
  }

  /**
   * Returns a value as JSON; an empty text if the value is invalid, in which case a violation is
   * added.
   */
  private String json(String field, Value value) {
    return violations
        .read(path, () -> JsonValues.text(JsonValues.toJson(field, value)))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElse("");
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  /** Returns the request of the built-in lambda without its end; empty for any other lambda. */
  private String request(dev.atf.protocol.v1.NoticeTarget asked) {
    if (!asked.getLambda().equals(HTTP)) {
      requireNone("url", asked.getUrl().isEmpty());
      requireNone("headers", asked.getHeadersMap().isEmpty());
      return "";
    }
    checkUrl(asked.getUrl());
    checkHeaders(asked.getHeadersMap());
    var headers = Struct.newBuilder();
    asked.getHeadersMap().forEach((name, value) -> headers.putFields(name, text(value)));
    var request =
        Struct.newBuilder()
            .putFields("method", text("POST"))
            .putFields("url", text(asked.getUrl()))
            .putFields("headers", Value.newBuilder().setStructValue(headers).build());
    var json = json("url", Value.newBuilder().setStructValue(request).build());
    return json.isEmpty() ? "" : json.substring(0, json.length() - 1);
  }

  private void requireNone(String field, boolean absent) {
    if (!absent) {
      violations.add(path + field, "given", "none, but for the lambda " + HTTP);
    }
  }

  private void checkUrl(String url) {
    if (url.length() > URL_CHARS_MAX || !isHttp(url)) {
      violations.add(
          path + "url", url.isEmpty() ? "missing" : "…", "http://host/… or https://host/…");
    }
  }

  private static boolean isHttp(String url) {
    try {
      var uri = new URI(url);
      var scheme = uri.getScheme();
      return ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
          && uri.getHost() != null
          && uri.getUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private void checkHeaders(Map<String, String> headers) {
    int chars = 0;
    for (var header : headers.entrySet()) {
      var name = header.getKey();
      if (!HEADER_NAME.matcher(name).matches()) {
        violations.add(path + "headers", name, "names of HTTP headers");
      }
      if (header.getValue().equals(Webhook.HIDDEN)) {
        violations.add(
            path + "headers." + name,
            Webhook.HIDDEN,
            "its value; the hidden one is kept as long as name and URL stay");
      }
      if (header.getValue().chars().anyMatch(c -> c < ' ' || c > '~')) {
        violations.add(path + "headers." + name, "…", "printable ASCII characters");
      }
      chars += name.length() + header.getValue().length();
    }
    if (headers.size() > HEADERS_MAX || chars > HEADERS_CHARS_MAX) {
      violations.add(
          path + "headers",
          headers.size() + " of " + chars + " characters",
          "at most %d of %d characters".formatted(HEADERS_MAX, HEADERS_CHARS_MAX));
    }
  }
}
