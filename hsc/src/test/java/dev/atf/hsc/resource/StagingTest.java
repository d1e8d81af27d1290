package dev.atf.hsc.resource;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.attemptRef;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.hsc.HscFixture;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.model.TaskRef;
import dev.atf.model.resource.Digest;
import dev.atf.protocol.v1.FindMissingOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import dev.atf.protocol.v1.ReadResourceRequest;
import dev.atf.protocol.v1.ReadResourceResponse;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.StagingServiceGrpc.StagingServiceBlockingStub;
import dev.atf.protocol.v1.StagingServiceGrpc.StagingServiceStub;
import dev.atf.protocol.v1.WriteOutputRequest;
import dev.atf.protocol.v1.WriteOutputResponse;
import dev.atf.store.testing.Fault;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that executors read, write and record. */
final class StagingTest {
  private static final HscFixture hsc = new HscFixture();
  private static final StagingServiceBlockingStub files =
      GrpcClients.newClient(uri(), StagingServiceBlockingStub.class);
  private static final StagingServiceStub uploads =
      GrpcClients.newClient(uri(), StagingServiceStub.class);

  /** Maximum number of concurrent calls of the fixture's HSC that record results. */
  private static final int CALLS_MAX = 64;

  private static String uri() {
    return "gproto+http://127.0.0.1:" + hsc.port() + "/";
  }

  @BeforeEach
  void reset() {
    hsc.reset();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void writtenFileIsRead() {
    var content = "a".repeat(200_000);

    write(content, content).join();

    assertThat(read(digest(content))).isEqualTo(content);
    assertThat(missing(digest(content), digest("b"))).isEqualTo(digest("b"));
  }

  @Test
  void emptyFileIsReadWithItsSize() {
    write("", "").join();
    var request =
        ReadResourceRequest.newBuilder().setLambda(LAMBDA.value()).setSha256(digest("")).build();

    var parts = files.readResource(request);

    assertThat(parts.hasNext()).isTrue();
    assertThat(parts.next().getBytes()).isZero();
    assertThat(parts.hasNext()).isFalse();
  }

  @Test
  void fileWithAnotherDigestIsRefused() {
    assertThatThrownBy(() -> write("announced", "sent here").join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("INVALID_ARGUMENT");
    assertThat(missing(digest("announced"))).isEqualTo(digest("announced"));
  }

  @Test
  void unknownFileIsNotFound() {
    assertThatThrownBy(() -> read(digest("never written"))).hasMessageContaining("NOT_FOUND");
  }

  @Test
  @Tag("FI7")
  void otherTenantsFilesAreNotFound() {
    write("ours", "ours").join();
    var request =
        ReadResourceRequest.newBuilder().setLambda("acme--x").setSha256(digest("ours")).build();

    assertThatThrownBy(() -> text(files.readResource(request))).hasMessageContaining("NOT_FOUND");
  }

  @Test
  void writesThatStandStillLeaveRoomForOtherTenants() {
    var ended = new CompletableFuture<WriteOutputResponse>();
    var stalled = stall(ended);

    assertThatThrownBy(ended::join)
        .hasMessageContaining("RESOURCE_EXHAUSTED: too many files are transferred")
        .hasMessageContaining("32 of its tenant");
    var others = WriteOutputRequest.newBuilder().setLambda("acme--x").setSha256(digest("")).build();
    var kept = new CompletableFuture<WriteOutputResponse>();
    var call = uploads.writeOutput(into(kept));
    call.onNext(others);
    call.onCompleted();
    assertThat(kept.join()).isEqualTo(WriteOutputResponse.getDefaultInstance());
    stalled.forEach(one -> one.onError(Status.CANCELLED.asException()));
  }

  @Test
  void heartbeatsAreAnsweredWhileFilesStandStill() {
    var ended = new CompletableFuture<WriteOutputResponse>();
    var ref = hsc.claimed();
    var stalled = stall(ended);
    assertThatThrownBy(ended::join).hasMessageContaining("RESOURCE_EXHAUSTED");

    assertThat(hsc.heartbeat(ref).getLostCount()).isZero();
    stalled.forEach(one -> one.onError(Status.CANCELLED.asException()));
  }

  @Test
  @Tag("T19")
  void callsThatWaitForTheStoreOfFilesLeaveSomeToOthersWhateverLambdasTheyName() {
    var refused = new CompletableFuture<Void>();
    var request = FindMissingOutputsRequest.newBuilder().addSha256(digest("held"));

    // The store does not answer while its monitor is held.
    synchronized (hsc.objects) {
      for (int i = 0; i <= CALLS_MAX / 2; i++) {
        uploads.findMissingOutputs(request.setLambda("invented-" + i).build(), failing(refused));
      }
      assertThat(refused)
          .failsWithin(TestTimeouts.STALL)
          .withThrowableThat()
          .withMessageContaining("UNAVAILABLE");
    }
  }

  @Test
  @Tag("FI5")
  void outputsOfAHeldClaimAreRecordedOnce() {
    var ref = hsc.claimed();
    write("one", "one").join();
    write("two", "two").join();

    assertThat(keep(ref, CLAIM, output("out/1", "one")).getRefused()).isFalse();
    assertThat(keep(ref, CLAIM, output("out/2", "two")).getRefused()).isFalse();

    assertThat(hsc.store.findOutputs(ref.taskId(), ref.epoch()))
        .singleElement()
        .satisfies(file -> assertThat(file.path().value()).isEqualTo("out/1"));
  }

  @Test
  void recordingWhoseReplyTheStoreLostIsFoundByTheRepetition() {
    var ref = hsc.claimed();
    write("one", "one").join();
    hsc.faults.failNext(Fault.REPLY_LOST);

    assertThat(keep(ref, CLAIM, output("out/1", "one")).getRefused()).isFalse();

    assertThat(hsc.store.findOutputs(ref.taskId(), ref.epoch())).hasSize(1);
  }

  @Test
  @Tag("FI5")
  void outputsOfALostClaimAreRefused() {
    var ref = hsc.claimed();
    write("one", "one").join();

    assertThat(keep(ref, OTHER_CLAIM, output("out/1", "one")).getRefused()).isTrue();

    assertThat(hsc.store.findOutputs(ref.taskId(), ref.epoch())).isEmpty();
  }

  @Test
  void outputsWithoutContentAreNamedAndNothingIsRecorded() {
    var ref = hsc.claimed();
    write("one", "one").join();

    var answer = keep(ref, CLAIM, output("out/1", "one"), output("out/2", "was never written"));

    assertThat(answer.getMissingList()).containsExactly(digest("was never written"));
    assertThat(hsc.store.findOutputs(ref.taskId(), ref.epoch())).isEmpty();
  }

  @Test
  void recordedOutputIsKeptAsLongAsItsTask() {
    var ref = hsc.claimed();
    write("one", "one").join();
    keep(ref, CLAIM, output("out/1", "one"));

    hsc.clock.advance(Duration.between(NOON, hsc.task(ref).header().deadline()));
    sweep();

    assertThat(read(digest("one"))).isEqualTo("one");
  }

  @Test
  void outputThatNobodyRecordedIsSwept() {
    write("left behind", "left behind").join();

    hsc.clock.advance(Duration.ofDays(3));
    sweep();

    assertThat(missing(digest("left behind"))).isEqualTo(digest("left behind"));
  }

  @Test
  void pathsThatLeadElsewhereAreRefused() {
    var ref = hsc.claimed();

    assertThatThrownBy(() -> keep(ref, CLAIM, output("../1", "one")))
        .hasMessageContaining("resources[0].path");
  }

  /**
   * Begins more writes than a tenant may have at the same time, none of which goes on.
   *
   * @param ended completed by the first that is refused
   */
  private static List<StreamObserver<WriteOutputRequest>> stall(
      CompletableFuture<WriteOutputResponse> ended) {
    var stalled = new ArrayList<StreamObserver<WriteOutputRequest>>();
    for (int i = 0; i <= Bulkheads.STREAMS_MAX / 2; i++) {
      var call = uploads.writeOutput(into(ended));
      call.onNext(part("stalled", "stalled".getBytes(StandardCharsets.UTF_8), 0, 1));
      stalled.add(call);
    }
    return stalled;
  }

  private static void sweep() {
    var sweep = hsc.blobs.sweep().orElseThrow();
    while (!sweep.step().isLast()) {}
  }

  private static CompletableFuture<WriteOutputResponse> write(String announced, String sent) {
    var answer = new CompletableFuture<WriteOutputResponse>();
    var call = uploads.writeOutput(into(answer));
    var bytes = sent.getBytes(StandardCharsets.UTF_8);
    int half = bytes.length / 2;
    call.onNext(part(announced, bytes, 0, half));
    call.onNext(part(announced, bytes, half, bytes.length));
    call.onCompleted();
    return answer;
  }

  private static StreamObserver<WriteOutputResponse> into(
      CompletableFuture<WriteOutputResponse> answer) {
    return new StreamObserver<>() {
      @Override
      public void onNext(WriteOutputResponse response) {
        answer.complete(response);
      }

      @Override
      public void onError(Throwable error) {
        answer.completeExceptionally(error);
      }

      @Override
      public void onCompleted() {}
    };
  }

  private static <A> StreamObserver<A> failing(CompletableFuture<Void> failure) {
    return new StreamObserver<>() {
      @Override
      public void onNext(A response) {}

      @Override
      public void onError(Throwable error) {
        failure.completeExceptionally(error);
      }

      @Override
      public void onCompleted() {}
    };
  }

  private static WriteOutputRequest part(String announced, byte[] bytes, int from, int to) {
    return WriteOutputRequest.newBuilder()
        .setLambda(LAMBDA.value())
        .setSha256(digest(announced))
        .setBytes(bytes.length)
        .setData(ByteString.copyFrom(bytes, from, to - from))
        .build();
  }

  private static String read(String digest) {
    return text(
        files.readResource(
            ReadResourceRequest.newBuilder().setLambda(LAMBDA.value()).setSha256(digest).build()));
  }

  private static String text(Iterator<ReadResourceResponse> parts) {
    var text = new StringBuilder();
    parts.forEachRemaining(part -> text.append(part.getData().toStringUtf8()));
    return text.toString();
  }

  private static String missing(String... digests) {
    var request = FindMissingOutputsRequest.newBuilder().setLambda(LAMBDA.value());
    for (var digest : digests) {
      request.addSha256(digest);
    }
    return String.join(",", files.findMissingOutputs(request.build()).getSha256List());
  }

  private static KeepOutputsResponse keep(TaskRef ref, String claim, Resource... outputs) {
    var request =
        KeepOutputsRequest.newBuilder()
            .setExecutorId(EXECUTOR.value())
            .setLambda(LAMBDA.value())
            .setAttemptRef(attemptRef(ref, claim));
    for (var output : outputs) {
      request.addOutputs(output);
    }
    return files.keepOutputs(request.build());
  }

  private static Resource output(String path, String content) {
    return Resource.newBuilder()
        .setPath(path)
        .setSha256(digest(content))
        .setBytes(content.length())
        .build();
  }

  private static String digest(String content) {
    return Digest.of(content.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
