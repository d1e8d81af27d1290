package dev.atf.frontend.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.resource.Digest;
import dev.atf.protocol.v1.UploadResourceRequest;
import dev.atf.protocol.v1.UploadResourceResponse;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quota on the bytes of files that the lambdas of one tenant share. */
final class FilesQuotaTest {
  @TempDir private Path directory;
  private Path policy;
  private TestFrontend frontend;

  @BeforeEach
  void start() throws IOException {
    policy = directory.resolve("policy.yaml");
    // Each small file counts as 16 KiB.
    Files.writeString(policy, "tenants: {acme: {filesBytesMax: 40000}}");
    frontend = new TestFrontend(true, Duration.ofMinutes(5), policy.toString());
    for (var lambda : new String[] {"acme--a", "acme--b", "beta--a", "ours"}) {
      frontend.registered(lambda);
    }
  }

  @AfterEach
  void close() {
    frontend.close();
  }

  @Test
  @Tag("T19")
  void theLambdasOfATenantStoreNoMoreThanItsQuota() {
    assertThat(put("acme--a", "1").status()).isEqualTo(201);
    assertThat(overGrpc("acme--b", "2").join().getCreated()).isTrue();

    var refused = put("acme--b", "3");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.reason()).isEqualTo("TENANT_FULL");
    assertThat(refused.body())
        .contains("tenant: acme has about 32768 bytes of files (expected: at most 40000, its quota")
        .contains("which counts as 16384); wait until files of finished tasks are removed");
    assertThatThrownBy(overGrpc("acme--a", "3")::join)
        .hasMessageContaining("RESOURCE_EXHAUSTED: tenant: acme has about 32768 bytes of files");
  }

  @Test
  void otherTenantsAndStoredFilesAreAccepted() {
    put("acme--a", "1");
    put("acme--a", "2");
    assertThat(put("acme--a", "3").status()).isEqualTo(429);

    assertThat(put("acme--b", "1").status()).isEqualTo(200);
    assertThat(overGrpc("acme--a", "2").join().getCreated()).isFalse();
    for (var content : new String[] {"1", "2", "3"}) {
      assertThat(put("beta--a", content).status()).isEqualTo(201);
      assertThat(put("ours", content).status()).isEqualTo(201);
    }
  }

  @Test
  void aChangedPolicyApplies() throws IOException {
    put("acme--a", "1");
    put("acme--a", "2");
    assertThat(put("acme--a", "3").status()).isEqualTo(429);

    Files.writeString(policy, "tenants: {acme: {filesBytesMax: 50000}}");

    await().until(() -> put("acme--a", "3").status() == 201);
    assertThat(put("acme--a", "4").status()).isEqualTo(429);
  }

  private Answer put(String lambda, String content) {
    var bytes = content.getBytes(UTF_8);
    return frontend.send(
        "PUT", "/v1/resources/%s?lambda=%s".formatted(Digest.of(bytes), lambda), bytes, Map.of());
  }

  private CompletableFuture<UploadResourceResponse> overGrpc(String lambda, String content) {
    var answer = new CompletableFuture<UploadResourceResponse>();
    var upload =
        frontend
            .resources()
            .uploadResource(
                new StreamObserver<>() {
                  @Override
                  public void onNext(UploadResourceResponse response) {
                    answer.complete(response);
                  }

                  @Override
                  public void onError(Throwable error) {
                    answer.completeExceptionally(error);
                  }

                  @Override
                  public void onCompleted() {}
                });
    var bytes = content.getBytes(UTF_8);
    upload.onNext(
        UploadResourceRequest.newBuilder()
            .setLambda(lambda)
            .setSha256(Digest.of(bytes).hex())
            .setBytes(bytes.length)
            .setData(ByteString.copyFrom(bytes))
            .build());
    upload.onCompleted();
    return answer;
  }
}
