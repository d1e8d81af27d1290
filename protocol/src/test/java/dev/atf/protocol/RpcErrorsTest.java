package dev.atf.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RpcErrorsTest {
  @ParameterizedTest
  @EnumSource
  void everyReasonIsReadAsItWasWritten(ErrorReason reason) {
    var error = RpcErrors.of(reason, "why");

    assertThat(RpcErrors.reasonOf(error)).contains(reason);
    assertThat(error.getStatus().getCode()).isEqualTo(reason.status());
    assertThat(error.getStatus().getDescription()).isEqualTo("why");
  }

  @ParameterizedTest
  @EnumSource
  void onlyRetriableErrorsSayWhenToComeBack(ErrorReason reason) {
    var details = StatusProto.fromThrowable(RpcErrors.of(reason, "why")).getDetailsList();

    assertThat(details.stream().anyMatch(detail -> detail.is(RetryInfo.class)))
        .isEqualTo(reason.retriable());
  }

  @Test
  void allFieldsAreNamed() throws Exception {
    var violations =
        List.of(
            BadRequest.FieldViolation.newBuilder().setField("a").build(),
            BadRequest.FieldViolation.newBuilder().setField("b").build());

    var error = RpcErrors.ofFields(ErrorReason.FIELD_INVALID, "both", violations);

    var details = StatusProto.fromThrowable(error).getDetailsList();
    assertThat(details.get(1).unpack(BadRequest.class).getFieldViolationsList())
        .isEqualTo(violations);
  }

  @Test
  void anErrorOfAnotherDomainOrOfANewerServerHasNoReasonOfOurs() {
    assertThat(RpcErrors.reasonOf(withInfo("other.example", "FIELD_INVALID"))).isEmpty();
    assertThat(RpcErrors.reasonOf(withInfo(RpcErrors.DOMAIN, "FROM_THE_FUTURE"))).isEmpty();
    assertThat(RpcErrors.reasonOf(io.grpc.Status.UNAVAILABLE.asRuntimeException())).isEmpty();
    assertThat(RpcErrors.reasonOf(new IllegalStateException())).isEmpty();
  }

  @Test
  void detailsThatCannotBeReadAreNoReason() {
    var broken =
        Status.newBuilder()
            .setCode(3)
            .addDetails(
                Any.newBuilder()
                    .setTypeUrl("type.googleapis.com/google.rpc.ErrorInfo")
                    .setValue(com.google.protobuf.ByteString.copyFrom(new byte[] {10, 9})))
            .build();

    assertThat(RpcErrors.reasonOf(StatusProto.toStatusRuntimeException(broken))).isEmpty();
  }

  private static Throwable withInfo(String domain, String reason) {
    return StatusProto.toStatusRuntimeException(
        Status.newBuilder()
            .setCode(3)
            .addDetails(
                Any.pack(ErrorInfo.newBuilder().setDomain(domain).setReason(reason).build()))
            .build());
  }

  @Test
  void anErrorOfManyViolationsFitsIntoTheTrailersThatClientsTake() {
    var emoji = "\ud83d\udca9".repeat(80);
    var many =
        java.util.Collections.nCopies(
            10_000,
            com.google.rpc.BadRequest.FieldViolation.newBuilder()
                .setField("labels")
                .setDescription(emoji)
                .build());

    var error = RpcErrors.ofFields(ErrorReason.FIELD_INVALID, emoji.repeat(1_000), many);

    var status =
        java.util.Objects.requireNonNull(io.grpc.protobuf.StatusProto.fromThrowable(error));
    var message = status.getMessage();
    int details = (status.getSerializedSize() + 2) / 3 * 4;
    int percentEncoded = 12 * message.codePointCount(0, message.length());
    assertThat(details + percentEncoded).isLessThan(8 * 1024 - 512);
    assertThat(message).endsWith("\ud83d\udca9…");
    assertThat(status.toString()).contains("and more (expected: fewer at once)");
  }

  @Test
  void anErrorOfOrdinarySizeIsToldWhole() {
    var error = RpcErrors.of(ErrorReason.TASK_NOT_FOUND, "x".repeat(1_500));

    assertThat(error.getStatus().getDescription()).isEqualTo("x".repeat(1_500));
  }
}
