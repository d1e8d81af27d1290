package dev.atf.frontend.http;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.linecorp.armeria.common.HttpMethod;
import dev.atf.protocol.v1.GetActivityRequest;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Maps an HTTP request to its message, by the {@code google.api.http} options. */
final class HttpCalls {
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
  private static final List<Template> TEMPLATES =
      Stream.concat(
              Stream.of(
                      GetTaskRequest.getDescriptor(),
                      GetLambdaRequest.getDescriptor(),
                      GetActivityRequest.getDescriptor())
                  .flatMap(message -> message.getFile().getServices().stream())
                  .flatMap(HttpCalls::templates),
              Stream.of(watch()))
          .toList();

  /**
   * @param fromPath the fields that the path gives, by their names in the message
   * @param inBody whether the other fields are in the body; otherwise they are in the query
   */
  record Call(Descriptor request, Map<String, String> fromPath, boolean inBody) {}

  private record Template(
      HttpMethod method,
      Pattern path,
      List<String> variables,
      Descriptor request,
      boolean inBody) {}

  private HttpCalls() {}

  static Optional<Call> find(HttpMethod method, String rawPath) {
    for (var template : TEMPLATES) {
      var match = template.path.matcher(rawPath);
      if (template.method == method && match.matches()) {
        var fromPath = new TreeMap<String, String>();
        for (int i = 0; i < template.variables.size(); i++) {
          fromPath.put(template.variables.get(i), decoded(match.group(i + 1)));
        }
        return Optional.of(new Call(template.request, fromPath, template.inBody));
      }
    }
    return Optional.empty();
  }

  /** Returns the path of the stream, which the transcoder does not serve. */
  private static Template watch() {
    return new Template(
        HttpMethod.GET,
        Pattern.compile(Pattern.quote(EventStream.PATH)),
        List.of(),
        WatchTransitionsRequest.getDescriptor(),
        false);
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static Stream<Template> templates(ServiceDescriptor service) {
    return service.getMethods().stream()
        .filter(method -> method.getOptions().hasExtension(AnnotationsProto.http))
        .map(HttpCalls::template);
  }

  private static Template template(MethodDescriptor method) {
    var rule = method.getOptions().getExtension(AnnotationsProto.http);
    var variables = new ArrayList<String>();
    var path = new StringBuilder();
    int end = 0;
    var template = path(rule);
    for (var variable = VARIABLE.matcher(template); variable.find(); end = variable.end()) {
      // A colon begins the verb, and no name or id holds one.
      path.append(Pattern.quote(template.substring(end, variable.start()))).append("([^/:]+)");
      variables.add(variable.group(1));
    }
    path.append(Pattern.quote(template.substring(end)));
    return new Template(
        method(rule),
        Pattern.compile(path.toString()),
        List.copyOf(variables),
        method.getInputType(),
        !rule.getBody().isEmpty());
  }

  private static String path(HttpRule rule) {
    return switch (rule.getPatternCase()) {
      case GET -> rule.getGet();
      case PUT -> rule.getPut();
      case POST -> rule.getPost();
      case DELETE -> rule.getDelete();
      case PATCH -> rule.getPatch();
      case CUSTOM, PATTERN_NOT_SET -> throw new IllegalStateException("no such rule: " + rule);
    };
  }

  private static HttpMethod method(HttpRule rule) {
    return HttpMethod.valueOf(rule.getPatternCase().name());
  }
}
