package dev.atf.frontend.resource;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.resource.Digest;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.UploadResourceRequest;
import dev.atf.protocol.v1.UploadResourceResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many uploads whose callers stop sending. */
final class StalledTransfersTest {
  private static final int STALLED = 250;
  private static final byte[] CONTENT = "a file".getBytes(US_ASCII);
  private static final String SHA256 = Digest.of(CONTENT).hex();

  private final TestFrontend frontend = new TestFrontend();
  private final List<Socket> sockets = new ArrayList<>();

  @BeforeEach
  void register() {
    frontend.registered("resize");
    frontend.registered("acme--resize");
  }

  @AfterEach
  void close() throws IOException {
    leave();
    frontend.close();
  }

  @Test
  @Tag("T16")
  void otherCallsAndOtherTenantsAreServed() throws IOException {
    stall();

    var refused = refusal();

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body()).contains("too many files are transferred", "32 of its tenant");
    assertThat(frontend.get("/v1/lambdas").status()).isEqualTo(200);
    assertThat(put("acme--resize").status()).isEqualTo(201);
    assertThat(overGrpc("resize")).isEqualTo("OVERLOADED");
    assertThat(overGrpc("acme--resize")).isEqualTo("kept");

    leave();
    var answer = put("resize");
    while (answer.status() == 429) {
      answer = put("resize");
    }
    assertThat(answer.status()).isLessThan(300);
  }

  private void stall() throws IOException {
    var head =
        "PUT /v1/resources/%s?lambda=resize HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\na"
            .formatted(SHA256)
            .getBytes(US_ASCII);
    for (int i = 0; i < STALLED; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), frontend.port());
      sockets.add(socket);
      socket.getOutputStream().write(head);
    }
  }

  /** Returns the refusal of an upload once the uploads before it have begun. */
  private Answer refusal() {
    var answer = put("resize");
    while (answer.status() < 400) {
      answer = put("resize");
    }
    return answer;
  }

  private void leave() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  private Answer put(String lambda) {
    return frontend.send(
        "PUT", "/v1/resources/%s?lambda=%s".formatted(SHA256, lambda), CONTENT, Map.of());
  }

  private String overGrpc(String lambda) {
    var ended = new CompletableFuture<String>();
    var upload =
        frontend
            .resources()
            .uploadResource(
                new StreamObserver<>() {
                  @Override
                  public void onNext(UploadResourceResponse answer) {
                    ended.complete("kept");
                  }

                  @Override
                  public void onError(Throwable e) {
                    ended.complete(
                        RpcErrors.reasonOf((StatusRuntimeException) e)
                            .map(ErrorReason::name)
                            .orElse(e.toString()));
                  }

                  @Override
                  public void onCompleted() {}
                });
    upload.onNext(
        UploadResourceRequest.newBuilder()
            .setLambda(lambda)
            .setSha256(SHA256)
            .setBytes(CONTENT.length)
            .setData(ByteString.copyFrom(CONTENT))
            .build());
    upload.onCompleted();
    return ended.join();
  }
}
