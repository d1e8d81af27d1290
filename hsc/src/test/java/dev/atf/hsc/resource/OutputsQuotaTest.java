package dev.atf.hsc.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.hsc.HscFixture;
import dev.atf.model.resource.Digest;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.StagingServiceGrpc.StagingServiceStub;
import dev.atf.protocol.v1.WriteOutputRequest;
import dev.atf.protocol.v1.WriteOutputResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of a tenant that has a quota on the bytes of its files. */
final class OutputsQuotaTest {
  @TempDir private Path directory;
  private Path policy;
  private HscFixture hsc;
  private StagingServiceStub files;

  @BeforeEach
  void start() throws IOException {
    policy = directory.resolve("policy.yaml");
    // Each small file counts as 16 KiB.
    Files.writeString(policy, "tenants: {acme: {filesBytesMax: 40000}}");
    hsc = new HscFixture(HscFixture.DEFINITION.withMaxRunning(0), policy.toString());
    files =
        GrpcClients.newClient(
            "gproto+http://127.0.0.1:" + hsc.port() + "/", StagingServiceStub.class);
    assertThat(write("acme--a", "1")).isEmpty();
    assertThat(write("acme--b", "2")).isEmpty();
  }

  @AfterEach
  void close() {
    new Thread(hsc::close, "close-hsc").start();
  }

  @Test
  @Tag("T19")
  void outputsBeyondTheQuotaAreRefused() {
    var refusal = write("acme--a", "3").orElseThrow();

    assertThat(RpcErrors.reasonOf(refusal)).contains(ErrorReason.TENANT_FULL);
    assertThat(refusal)
        .hasMessageContaining(
            "tenant: acme has about 32768 bytes of files (expected: at most 40000, its quota");
  }

  @Test
  void otherTenantsAndStoredOutputsAreAccepted() {
    assertThat(write("acme--b", "1")).isEmpty();
    for (var content : new String[] {"1", "2", "3"}) {
      assertThat(write("beta--a", content)).isEmpty();
    }
  }

  @Test
  void aChangedPolicyApplies() throws IOException {
    Files.writeString(policy, "tenants: {acme: {filesBytesMax: 50000}}");

    await().until(() -> write("acme--a", "3").isEmpty());
    assertThat(write("acme--a", "4")).isPresent();
  }

  /** Returns the refusal of an output; empty if it was stored. */
  private Optional<StatusRuntimeException> write(String lambda, String content) {
    var refusal = new CompletableFuture<Optional<StatusRuntimeException>>();
    var call =
        files.writeOutput(
            new StreamObserver<>() {
              @Override
              public void onNext(WriteOutputResponse response) {
                refusal.complete(Optional.empty());
              }

              @Override
              public void onError(Throwable error) {
                refusal.complete(Optional.of((StatusRuntimeException) error));
              }

              @Override
              public void onCompleted() {}
            });
    var bytes = content.getBytes(StandardCharsets.UTF_8);
    call.onNext(
        WriteOutputRequest.newBuilder()
            .setLambda(lambda)
            .setSha256(Digest.of(bytes).hex())
            .setBytes(bytes.length)
            .setData(ByteString.copyFrom(bytes))
            .build());
    call.onCompleted();
    return refusal.join();
  }
}
