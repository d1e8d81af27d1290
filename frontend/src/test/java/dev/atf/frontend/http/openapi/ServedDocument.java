package dev.atf.frontend.http.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.atf.frontend.TestFrontend;
import java.util.ArrayList;
import java.util.List;

/** OpenAPI document as a frontend serves it. */
record ServedDocument(JsonNode json) {
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /** Operation of the document. */
  record Operation(String method, String path, JsonNode json) {
    String id() {
      return json.path("operationId").asText();
    }

    /** Returns the name of the schema of its answers; empty for a stream. */
    String answer() {
      return named(json.at("/responses/200/content/application~1json/schema"));
    }

    /** Returns the name of the schema of its body; empty if it has none. */
    String body() {
      return named(json.at("/requestBody/content/application~1json/schema"));
    }

    private static String named(JsonNode reference) {
      return reference.path("$ref").asText().replaceFirst("^.*/", "");
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  static ServedDocument of(TestFrontend frontend) {
    return new ServedDocument(frontend.get(ApiFiles.OPENAPI).requireOk().json());
  }

  List<Operation> operations() {
    var operations = new ArrayList<Operation>();
    for (var path : json.path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        operations.add(
            new Operation(
                operation.getKey().toUpperCase(java.util.Locale.ROOT),
                path.getKey(),
                operation.getValue()));
      }
    }
    return operations;
  }

  JsonNode schema(String name) {
    return json.at("/components/schemas/" + name);
  }

  /**
   * Returns everything in the value that a schema of the document does not allow, including unknown
   * fields.
   */
  List<Error> violations(String schema, JsonNode value) {
    var closed = json.<ObjectNode>deepCopy();
    for (var named : closed.path("components").path("schemas")) {
      if (named.path("type").asText().equals("object")) {
        ((ObjectNode) named).put("additionalProperties", false);
      }
    }
    closed.put("$ref", "#/components/schemas/" + schema);
    return SCHEMAS.getSchema(closed).validate(value);
  }
}
