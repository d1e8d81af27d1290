package dev.atf.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Access;
import dev.atf.protocol.v1.AccessProto;
import dev.atf.runtime.auth.AuthenticationResult;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that every call of the protocol declares its right; generates the table in
 * docs/security.md.
 */
final class CallRightTest {
  private static final Path PROTOCOL = Path.of("../protocol/src/main/protobuf/atf/v1");
  private static final Path DOCUMENT = Path.of("../docs/security.md");
  private static final Pattern SERVICE = Pattern.compile("(?m)^service (\\w+)");
  private static final Pattern NAMES_LAMBDA = Pattern.compile("(.*_)?lambdas?");

  /** Fields whose right is another than that of their call: its service checks them. */
  private static final Pattern CHECKED_BY_THE_SERVICE =
      Pattern.compile(
          "PutSubscription lambda"
              + "|PutRoute rules\\.lambda"
              + "|TestRoute (route\\.rules\\.lambda|task\\..*)"
              // Must be empty, or the batch's.
              + "|ScheduleBatch tasks\\.lambda"
              // What a task may schedule as its caller.
              + "|SetResults results\\..*");

  private static final String BEGIN = "<!-- calls: generated -->\n";
  private static final String END = "<!-- end of calls -->";

  static Stream<MethodDescriptor<?, ?>> calls() throws IOException {
    try (var files = Files.list(PROTOCOL)) {
      return files.sorted().toList().stream().flatMap(CallRightTest::callsIn);
    }
  }

  private static Stream<MethodDescriptor<?, ?>> callsIn(Path file) {
    try {
      return SERVICE
          .matcher(Files.readString(file))
          .results()
          .flatMap(service -> callsOf(service.group(1)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Stream<MethodDescriptor<?, ?>> callsOf(String service) {
    try {
      var stubs = Class.forName("dev.atf.protocol.v1." + service + "Grpc");
      var described = (ServiceDescriptor) stubs.getMethod("getServiceDescriptor").invoke(null);
      return Objects.requireNonNull(described).getMethods().stream().map(method -> method);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Tag("T6")
  void everyCallSaysWhatItNeeds(MethodDescriptor<?, ?> call) {
    assertThat(CallRight.of(call)).as(call.getFullMethodName()).isPresent();
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Tag("T7")
  void everyFieldThatNamesALambdaIsCovered(MethodDescriptor<?, ?> call) {
    var described = described(call);
    var access = described.getOptions().getExtension(AccessProto.access);
    if (access.getEverywhere() || access.getAnswerIsFiltered()) {
      return;
    }

    assertThat(namesOfLambdas(described.getInputType(), List.of()))
        .as(described.getName())
        .allMatch(
            path ->
                access.getLambdaList().contains(path)
                    || CHECKED_BY_THE_SERVICE.matcher(described.getName() + " " + path).matches());
  }

  /** Returns the paths of all fields that name a lambda, at any depth of a request. */
  private static List<String> namesOfLambdas(Descriptor type, List<Descriptor> within) {
    var paths = new ArrayList<String>();
    for (var field : type.getFields()) {
      if (field.getType() == FieldDescriptor.Type.STRING
          && NAMES_LAMBDA.matcher(field.getName()).matches()) {
        paths.add(field.getName());
      } else if (field.getType() == FieldDescriptor.Type.MESSAGE
          && !within.contains(field.getMessageType())) {
        var around = new ArrayList<>(within);
        around.add(type);
        namesOfLambdas(field.getMessageType(), around)
            .forEach(path -> paths.add(field.getName() + "." + path));
      }
    }
    return paths;
  }

  @Test
  void allServicesAreLookedAt() throws IOException {
    assertThat(calls().map(MethodDescriptor::getServiceName).distinct())
        .containsExactlyInAnyOrder(
            "atf.v1.ConditionService",
            "atf.v1.ControllerService",
            "atf.v1.EventService",
            "atf.v1.HscService",
            "atf.v1.JobService",
            "atf.v1.LambdaService",
            "atf.v1.OrderingService",
            "atf.v1.PeriodicService",
            "atf.v1.ResourceService",
            "atf.v1.RouteService",
            "atf.v1.StagingService",
            "atf.v1.StoreConsumerService",
            "atf.v1.SubscriptionService",
            "atf.v1.TaskService",
            "atf.v1.WorkerService");
  }

  @Test
  void theDocumentSaysWhatTheProtocolSays() throws IOException {
    var text = Files.readString(DOCUMENT);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END);
    var generated = table();
    if (Boolean.getBoolean("atf.docs.update")) {
      text = text.substring(0, from) + generated + text.substring(to);
      Files.writeString(DOCUMENT, text);
      to = text.indexOf(END);
    }

    assertThat(text.substring(from, to))
        .as("stale: run ./mvnw -pl server -am test -Datf.docs.update=true")
        .isEqualTo(generated);
  }

  /** The names are written twice, for the runtime does not know the protocol. */
  @ParameterizedTest
  @EnumSource(AuthenticationResult.Refusal.class)
  void everyRefusalOfCredentialsIsInTheTableOfErrors(AuthenticationResult.Refusal refusal) {
    assertThat(ErrorReason.valueOf(refusal.name()).retriable())
        .isEqualTo(refusal == AuthenticationResult.Refusal.CREDENTIALS_UNCHECKED);
  }

  /** Returns a row for all calls that need the same right, by service. */
  private static String table() throws IOException {
    var rows = new TreeMap<String, Map<String, List<String>>>();
    for (var call : calls().toList()) {
      rows.computeIfAbsent(right(call), none -> new TreeMap<>())
          .computeIfAbsent(service(call), none -> new ArrayList<>())
          .add(CallRight.of(call).orElseThrow().call());
    }
    return rows.entrySet().stream()
        .map(row -> "| %s | %s |\n".formatted(row.getKey(), cell(row.getValue())))
        .collect(
            Collectors.joining("", "| actions | on | audited | calls |\n|---|---|---|---|\n", ""));
  }

  private static String cell(Map<String, List<String>> services) {
    return services.entrySet().stream()
        .map(service -> service.getKey() + ": " + String.join(", ", service.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String service(MethodDescriptor<?, ?> call) {
    return Objects.requireNonNull(call.getServiceName())
        .replaceFirst("atf\\.v1\\.(\\w+)Service", "$1");
  }

  private static String right(MethodDescriptor<?, ?> call) {
    var access = described(call).getOptions().getExtension(AccessProto.access);
    return String.join(
        " | ",
        access.getActionsList().stream()
            .map(action -> action.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", ")),
        where(access),
        CallRight.of(call).orElseThrow().isAudited() ? "yes" : "");
  }

  private static com.google.protobuf.Descriptors.MethodDescriptor described(
      MethodDescriptor<?, ?> call) {
    return ((ProtoMethodDescriptorSupplier) Objects.requireNonNull(call.getSchemaDescriptor()))
        .getMethodDescriptor();
  }

  private static String where(Access access) {
    if (access.getAnswerIsFiltered()) {
      return "what the caller may see";
    }
    if (access.getEverywhere()) {
      return "all lambdas";
    }
    return access.getTask().isEmpty()
        ? access.getLambdaList().stream()
            .map(path -> "`" + path + "`")
            .collect(Collectors.joining(", "))
        : "the lambda of `" + access.getTask() + "`";
  }
}
