package dev.atf.hsc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.rpc.BadRequest;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The fields that an INVALID_ARGUMENT names, in its order. */
public final class RefusedFields {
  private RefusedFields() {}

  public static List<String> of(ThrowingCallable call) {
    var refused = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(RpcErrors.reasonOf(refused)).contains(ErrorReason.FIELD_INVALID);
    return Objects.requireNonNull(StatusProto.fromThrowable(refused)).getDetailsList().stream()
        .filter(detail -> detail.is(BadRequest.class))
        .flatMap(detail -> violations(detail).stream())
        .map(BadRequest.FieldViolation::getField)
        .toList();
  }

  private static List<BadRequest.FieldViolation> violations(com.google.protobuf.Any detail) {
    try {
      return detail.unpack(BadRequest.class).getFieldViolationsList();
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
