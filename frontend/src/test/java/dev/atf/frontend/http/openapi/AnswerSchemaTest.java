package dev.atf.frontend.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.grpc.GrpcService;
import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.http.HttpJson;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.EventServiceGrpc;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.ResourceServiceGrpc;
import dev.atf.protocol.v1.RouteServiceGrpc;
import dev.atf.protocol.v1.SubscriptionServiceGrpc;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.protocol.v1.WorkerServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.stub.ServerCalls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers over HTTP with a value in every field, against the schemas of the document. */
final class AnswerSchemaTest {
  private static final List<ServiceDescriptor> SERVICES =
      List.of(
          ConditionServiceGrpc.getServiceDescriptor(),
          EventServiceGrpc.getServiceDescriptor(),
          JobServiceGrpc.getServiceDescriptor(),
          LambdaServiceGrpc.getServiceDescriptor(),
          OrderingServiceGrpc.getServiceDescriptor(),
          PeriodicServiceGrpc.getServiceDescriptor(),
          ResourceServiceGrpc.getServiceDescriptor(),
          RouteServiceGrpc.getServiceDescriptor(),
          SubscriptionServiceGrpc.getServiceDescriptor(),
          TaskServiceGrpc.getServiceDescriptor(),
          WorkerServiceGrpc.getServiceDescriptor());

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** No oneof has more alternatives than there are choices here. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void everyFieldOfAnAnswerIsInItsSchema(int choice) throws Exception {
    try (var frontend = new TestFrontend();
        var server = answering(new FilledMessages(choice))) {
      var document = ServedDocument.of(frontend);

      for (var operation : document.operations()) {
        if (!operation.answer().isEmpty()) {
          var answer = call(server, operation).requireOk().json();

          assertThat(document.violations(operation.answer(), answer))
              .as("%s %s", operation, answer)
              .isEmpty();
        }
      }
    }
  }

  private static Answer call(Server server, ServedDocument.Operation operation) throws Exception {
    var uri = "http://127.0.0.1:" + server.activeLocalPort() + operation.path();
    var request =
        HttpRequest.newBuilder(URI.create(uri.replaceAll("\\{\\w+}", "x")))
            .method(operation.method(), BodyPublishers.ofString("{}"))
            .header("content-type", "application/json");
    var response = HTTP.send(request.build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), "", response.body());
  }

  private static Server answering(FilledMessages answers) {
    var grpc = GrpcService.builder();
    HttpJson.tune(grpc);
    SERVICES.forEach(service -> grpc.addService(answering(service, answers)));
    var server = Server.builder().service(grpc.build()).build();
    server.start().join();
    return server;
  }

  private static ServerServiceDefinition answering(
      ServiceDescriptor service, FilledMessages answers) {
    var definition = ServerServiceDefinition.builder(service);
    service.getMethods().forEach(method -> add(definition, method, answers));
    return definition.build();
  }

  private static <Q, A> void add(
      ServerServiceDefinition.Builder definition,
      MethodDescriptor<Q, A> method,
      FilledMessages answers) {
    definition.addMethod(
        method,
        method.getType() == MethodType.UNARY
            ? ServerCalls.asyncUnaryCall(
                (request, call) -> {
                  call.onNext(answer(method, answers));
                  call.onCompleted();
                })
            : ServerCalls.asyncServerStreamingCall((request, call) -> call.onCompleted()));
  }

  @SuppressWarnings("unchecked") // the prototype is of the method's type
  private static <A> A answer(MethodDescriptor<?, A> method, FilledMessages answers) {
    var prototype = ((PrototypeMarshaller<A>) method.getResponseMarshaller()).getMessagePrototype();
    return (A) answers.like((Message) Objects.requireNonNull(prototype));
  }
}
