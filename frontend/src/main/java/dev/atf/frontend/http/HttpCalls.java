package dev.atf.frontend.http;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.linecorp.armeria.common.HttpMethod;
import io.grpc.BindableService;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Maps an HTTP request to its message with the routes of the services. */
final class HttpCalls {
  private final List<Template> templates;

  HttpCalls(Collection<? extends BindableService> services) {
    this.templates = HttpRoute.of(services).stream().map(HttpCalls::template).toList();
  }

  /**
   * Request as a call of a service.
   *
   * @param method method of the service
   * @param fromPath fields in the path, by their names in the message
   * @param inBody whether the other fields are in the body; otherwise they are in the query
   */
  record Call(MethodDescriptor method, Map<String, String> fromPath, boolean inBody) {
    Descriptor request() {
      return method.getInputType();
    }
  }

  private record Template(HttpRoute route, Pattern path, List<String> variables) {}

  Optional<Call> find(HttpMethod method, String rawPath) {
    for (var template : templates) {
      var match = template.path.matcher(rawPath);
      var route = template.route;
      if (route.method() == method && match.matches()) {
        var fromPath = new TreeMap<String, String>();
        for (int i = 0; i < template.variables.size(); i++) {
          fromPath.put(template.variables.get(i), decoded(match.group(i + 1)));
        }
        return Optional.of(new Call(route.call(), fromPath, route.inBody()));
      }
    }
    return Optional.empty();
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static Template template(HttpRoute route) {
    var variables = new ArrayList<String>();
    var path = new StringBuilder();
    int end = 0;
    var template = route.template();
    for (var variable = HttpRoute.VARIABLE.matcher(template);
        variable.find();
        end = variable.end()) {
      // A colon begins the verb, and no name or id contains a colon.
      path.append(Pattern.quote(template.substring(end, variable.start()))).append("([^/:]+)");
      variables.add(variable.group(1));
    }
    path.append(Pattern.quote(template.substring(end)));
    return new Template(route, Pattern.compile(path.toString()), List.copyOf(variables));
  }
}
