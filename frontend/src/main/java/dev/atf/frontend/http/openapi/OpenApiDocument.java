package dev.atf.frontend.http.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.rpc.Status;
import dev.atf.frontend.http.HttpRoute;
import dev.atf.protocol.v1.Transition;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes routes as an OpenAPI 3.1 document, with the comments of the .proto files. */
final class OpenApiDocument {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Pattern SENTENCE_END = Pattern.compile("\\.(\\s+|$)");
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  private static final String ABOUT =
      """
      Tasks that are made durable, and run at their time by executors. `application/json` is \
      proto3's JSON: fields in lowerCamelCase, absent where they have their default; 64-bit \
      numbers and bytes as strings, bytes in base64. Unknown fields are refused.\
      """;

  private static final String KEY =
      """
      The same as `idempotencyKey` in the body: one task for each key of a lambda. A value in \
      double quotes is a string of structured fields (RFC 8941).\
      """;

  private static final String PROBLEM =
      """
      Error for callers that name application/problem+json in Accept (RFC 9457). `reason` is one of \
      docs/errors.md; `violations` are the refused fields.\
      """;

  private final ProtoComments comments;
  private final Schemas schemas;

  OpenApiDocument(ProtoComments comments) {
    this.comments = comments;
    this.schemas = new Schemas(comments);
  }

  ObjectNode of(Collection<HttpRoute> routes) {
    var document = JSON.objectNode().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "ATF")
        .put("description", ABOUT)
        .put("version", version())
        .putObject("license")
        .put("name", "Apache-2.0")
        .put("identifier", "Apache-2.0");
    var security = document.putArray("security");
    security.addObject().putArray("bearer");
    security.addObject();
    var tags = document.putArray("tags");
    routes.stream()
        .map(route -> route.call().getService())
        .distinct()
        .sorted(Comparator.comparing(ServiceDescriptor::getName))
        .forEach(service -> tags.add(tag(service)));
    var paths = document.putObject("paths");
    routes.stream()
        .sorted(Comparator.comparing(OpenApiDocument::path).thenComparing(HttpRoute::method))
        .forEach(
            route ->
                paths
                    .withObjectProperty(path(route))
                    .set(route.method().name().toLowerCase(Locale.ROOT), operation(route)));
    document.set("components", components());
    return document;
  }

  private static String version() {
    return Optional.ofNullable(OpenApiDocument.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  private ObjectNode tag(ServiceDescriptor service) {
    return Schemas.described(JSON.objectNode().put("name", noun(service)), comments.on(service));
  }

  private static String noun(ServiceDescriptor service) {
    return service.getName().replaceFirst("Service$", "");
  }

  /** Returns the path with the JSON names of its fields. */
  private static String path(HttpRoute route) {
    var path = route.template();
    for (var field : route.inPath()) {
      path = path.replace("{" + field.getName() + "}", "{" + field.getJsonName() + "}");
    }
    return path;
  }

  private ObjectNode operation(HttpRoute route) {
    var call = route.call();
    var operation = JSON.objectNode().put("operationId", id(call));
    operation.putArray("tags").add(noun(call.getService()));
    describe(operation, comments.on(call));
    var parameters = JSON.arrayNode();
    for (var field : call.getInputType().getFields()) {
      if (route.inPath().contains(field)) {
        parameters.add(parameter("path", field).put("required", true));
      } else if (!route.inBody()) {
        parameters.add(parameter("query", field));
      }
    }
    if (route.takesIdempotencyKey()) {
      parameters.add(header("Idempotency-Key", KEY));
    }
    if (call.isServerStreaming()) {
      parameters.add(header("Last-Event-ID", "Same as the parameter `cursor`."));
    }
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
    if (route.inBody()) {
      var body = operation.putObject("requestBody");
      if (!route.inPath().isEmpty()) {
        body.put("description", "Fields that are in the path can be left out.");
      }
      body.set("content", json(schemas.reference(call.getInputType())));
    }
    var responses = operation.putObject("responses");
    responses
        .putObject("200")
        .put("description", "The call succeeded.")
        .set("content", call.isServerStreaming() ? events() : answer(call));
    responses.putObject("default").put("$ref", "#/components/responses/Error");
    return operation;
  }

  /** Returns the method's name, with the noun of its service if the name is only a verb. */
  private static String id(MethodDescriptor call) {
    var name = call.getName();
    boolean isVerb = CAPITAL.matcher(name).results().count() == 1;
    return name.substring(0, 1).toLowerCase(Locale.ROOT)
        + name.substring(1)
        + (isVerb ? noun(call.getService()) : "");
  }

  /** Puts the first sentence into the summary. */
  private static void describe(ObjectNode operation, String comment) {
    var end = SENTENCE_END.matcher(comment);
    if (end.find()) {
      operation.put("summary", comment.substring(0, end.start()));
      Schemas.described(operation, comment.substring(end.end()));
    }
  }

  private ObjectNode parameter(String in, FieldDescriptor field) {
    var parameter = JSON.objectNode().put("name", field.getJsonName()).put("in", in);
    var schema = schemas.of(field);
    Schemas.described(parameter, schema.path("description").asText());
    schema.remove("description");
    parameter.set("schema", schema);
    return parameter;
  }

  private static ObjectNode header(String name, String description) {
    var header = JSON.objectNode().put("name", name).put("in", "header");
    header.put("description", description).putObject("schema").put("type", "string");
    return header;
  }

  private ObjectNode answer(MethodDescriptor call) {
    return json(schemas.reference(call.getOutputType()));
  }

  private ObjectNode events() {
    var content = JSON.objectNode();
    content
        .putObject("text/event-stream")
        .putObject("schema")
        .put("type", "string")
        .put(
            "description",
            "Server-sent events. An event without a name has a Transition as its `data`.");
    // Only the text refers to it.
    var unused = schemas.reference(Transition.getDescriptor());
    return content;
  }

  private static ObjectNode json(ObjectNode schema) {
    var content = JSON.objectNode();
    content.putObject("application/json").set("schema", schema);
    return content;
  }

  private static ObjectNode problem() {
    var problem = Schemas.described(JSON.objectNode().put("type", "object"), PROBLEM);
    var properties = problem.putObject("properties");
    properties.putObject("type").put("type", "string").put("format", "uri");
    properties.putObject("title").put("type", "string");
    properties.putObject("status").put("type", "integer").put("format", "int32");
    properties.putObject("detail").put("type", "string");
    properties.putObject("instance").put("type", "string").put("format", "uri-reference");
    properties.putObject("reason").put("type", "string");
    var violation = JSON.objectNode().put("type", "object");
    var parts = violation.putObject("properties");
    parts.putObject("field").put("type", "string");
    parts.putObject("description").put("type", "string");
    properties.putObject("violations").put("type", "array").set("items", violation);
    return problem;
  }

  private ObjectNode components() {
    var components = JSON.objectNode();
    var error = JSON.objectNode();
    error.put("description", "The call was refused or failed. docs/errors.md lists the reasons.");
    var retryAfter = error.putObject("headers").putObject("Retry-After");
    retryAfter.put("description", "Seconds after which the same call may succeed.");
    retryAfter.putObject("schema").put("type", "integer");
    var content = json(schemas.reference(Status.getDescriptor()));
    content.putObject("application/problem+json").set("schema", Schemas.referenceTo("Problem"));
    error.set("content", content);
    components.set("schemas", schemas.defined().<ObjectNode>set("Problem", problem()));
    components.putObject("responses").set("Error", error);
    components
        .putObject("securitySchemes")
        .putObject("bearer")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", "Required if the setting `server.auth.mode` is JWT or AWS.");
    return components;
  }
}
