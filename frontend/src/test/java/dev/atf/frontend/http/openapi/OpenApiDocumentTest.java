package dev.atf.frontend.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.api.AnnotationsProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.ExtensionRegistry;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.http.openapi.ServedDocument.Operation;
import dev.atf.protocol.ErrorReason;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the OpenAPI document against its standard and against the server that serves it. */
final class OpenApiDocumentTest {
  private static final String STANDARD = "https://spec.openapis.org/oas/3.1/schema-base/2022-10-07";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static TestFrontend frontend;
  private static ServedDocument document;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    document = ServedDocument.of(frontend);
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @Test
  void isValidByTheStandard() {
    var standard =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                registry ->
                    registry.schemaIdResolvers(
                        ids ->
                            ids.mapPrefix(
                                "https://spec.openapis.org/", "classpath:spec.openapis.org/")))
            .getSchema(SchemaLocation.of(STANDARD));

    assertThat(standard.validate(document.json())).isEmpty();
    assertThat(standard.validate(JSON.createObjectNode().put("openapi", "3.1.0"))).isNotEmpty();
  }

  @Test
  void referencesAndIdsAreUnambiguous() {
    assertThat(document.json().findValuesAsText("$ref"))
        .isNotEmpty()
        .allSatisfy(
            reference ->
                assertThat(document.json().at(reference.substring(1)).isObject())
                    .as(reference)
                    .isTrue());
    assertThat(document.operations()).extracting(Operation::id).doesNotHaveDuplicates();
  }

  @Test
  void describesEveryCallThatTheProtocolMapsToHttp() throws Exception {
    var registry = ExtensionRegistry.newInstance();
    AnnotationsProto.registerAllExtensions(registry);
    var descriptors = URI.create("http://127.0.0.1:" + frontend.port() + ApiFiles.DESCRIPTORS);
    var mapped =
        FileDescriptorSet.parseFrom(descriptors.toURL().openStream(), registry)
            .getFileList()
            .stream()
            .flatMap(file -> file.getServiceList().stream())
            .flatMap(service -> service.getMethodList().stream())
            .filter(method -> method.getOptions().hasExtension(AnnotationsProto.http))
            .count();

    // The stream of events is added, because it has no option.
    assertThat(document.operations()).hasSize((int) mapped + 1);
  }

  @Test
  void everyOperationHasItsRoute() {
    assertThat(document.operations())
        .filteredOn(operation -> !operation.path().equals("/v1/events"))
        .allSatisfy(
            operation ->
                assertThat(call(operation, "").reason())
                    .isNotIn(ErrorReason.PATH_UNKNOWN.name(), ErrorReason.CALL_UNKNOWN.name()));
  }

  /** The server refuses unknown names before anything else. */
  @Test
  void everyParameterAndEveryFieldOfABodyIsKnown() {
    assertThat(document.operations())
        .filteredOn(operation -> !operation.path().equals("/v1/events"))
        .allSatisfy(
            operation -> {
              assertThat(call(operation, query(operation)).body()).doesNotContain("unknown field");
              assertThat(call(operation, "?nonsense=1").reason()).isEqualTo("FIELD_INVALID");
            });
  }

  @Test
  void namesTheHeaderOfTheIdempotencyKeyWhereItIsTaken() {
    assertThat(document.operations())
        .filteredOn(operation -> operation.method().equals("POST"))
        .allSatisfy(
            operation -> {
              var headers =
                  Map.of("content-type", "application/json", "Idempotency-Key", operation.id());
              var answer = frontend.send(operation.method(), path(operation), new byte[0], headers);

              assertThat(answer.body().contains("takes no idempotency key"))
                  .isEqualTo(!operation.json().toString().contains("Idempotency-Key"));
            });
  }

  @Test
  void saysWhatTheProtocolFilesSay() {
    var schedule = operation("scheduleTask");
    var delay = document.schema("ScheduleRequest").at("/properties/delay");

    assertThat(schedule.path()).isEqualTo("/v1/lambdas/{lambda}/tasks");
    assertThat(schedule.json().path("summary").asText()).isNotBlank();
    assertThat(document.schema("ScheduleRequest").path("description").asText())
        .contains("At most one of `json`, `data`.");
    assertThat(document.schema("ScheduleRequest").at("/properties/deadline/description").asText())
        .startsWith("Time after which the task is given up");
    assertThat(delay.path("pattern").asText()).isNotBlank();
    assertThat(document.schema("JobStatus").path("description").asText())
        .contains("`JOB_HELD`: Nothing happens until an operator decides.");
    assertThat(document.schema("Task").at("/properties/data/contentEncoding").asText())
        .isEqualTo("base64");
    assertThat(document.schema("Task").at("/properties/epoch/type").asText()).isEqualTo("string");
  }

  private static Operation operation(String id) {
    return document.operations().stream()
        .filter(operation -> operation.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Makes the call with every field of its body absent, and does not wait for a stream. */
  private static Answer call(Operation operation, String query) {
    var body = JSON.createObjectNode();
    document
        .schema(operation.body())
        .path("properties")
        .fieldNames()
        .forEachRemaining(body::putNull);
    return frontend.send(
        operation.method(),
        path(operation) + query,
        operation.body().isEmpty() ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8),
        Map.of("content-type", "application/json"));
  }

  private static String path(Operation operation) {
    return operation.path().replaceAll("\\{\\w+}", "x");
  }

  private static String query(Operation operation) {
    return StreamSupport.stream(operation.json().path("parameters").spliterator(), false)
        .filter(parameter -> parameter.path("in").asText().equals("query"))
        .map(parameter -> parameter.path("name").asText() + "=" + sample(parameter.path("schema")))
        .collect(Collectors.joining("&", "?", ""));
  }

  private static String sample(JsonNode schema) {
    return switch (schema.path("type").asText().toLowerCase(Locale.ROOT)) {
      case "integer", "number" -> "1";
      case "boolean" -> "true";
      default ->
          schema.path("format").asText().equals("date-time")
              ? "2026-03-01T12:00:00Z"
              : schema.has("pattern") ? "30s" : "x";
    };
  }
}
