package dev.atf.frontend.rpc;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Refusals, with or without the time after which the same call can succeed. */
public final class RetryAfter {
  private RetryAfter() {}

  /** Returns a refusal without a time, although other refusals with the same reason have one. */
  public static Status never(ErrorReason reason, String message) {
    var status = RpcErrors.status(reason, message, List.of());
    return status.toBuilder()
        .clearDetails()
        .addAllDetails(
            status.getDetailsList().stream().filter(detail -> !detail.is(RetryInfo.class)).toList())
        .build();
  }

  /**
   * Returns the time after which the call may be repeated for the header {@code Retry-After}, in
   * whole seconds, rounded up.
   */
  public static OptionalLong seconds(Status status) {
    for (var detail : status.getDetailsList()) {
      if (detail.is(RetryInfo.class)) {
        try {
          var delay = detail.unpack(RetryInfo.class).getRetryDelay();
          return OptionalLong.of(delay.getSeconds() + (delay.getNanos() > 0 ? 1 : 0));
        } catch (InvalidProtocolBufferException e) {
          return OptionalLong.empty();
        }
      }
    }
    return OptionalLong.empty();
  }

  public static Status status(ErrorReason reason, String message, Duration delay) {
    var info = RetryInfo.newBuilder().setRetryDelay(ProtoTimes.proto(delay)).build();
    return never(reason, message).toBuilder().addDetails(Any.pack(info)).build();
  }
}
