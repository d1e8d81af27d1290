package dev.atf.validation;

import com.google.protobuf.ByteString;
import dev.atf.model.Payload;
import dev.atf.model.lambda.Canary;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts canaries of lambdas between the protocol and the model. */
final class CanaryCodec {
  private CanaryCodec() {}

  /** Returns the canary; null if there is none, or if violations were added. */
  static @Nullable Canary read(Lambda lambda, Violations violations) {
    if (!lambda.hasCanary()) {
      return null;
    }
    var canary = lambda.getCanary();
    var every =
        canary.hasEvery()
            ? violations.read(() -> CheckedTimes.duration("canary.every", canary.getEvery()))
            : Optional.of(Canary.EVERY_DEFAULT);
    var deadline =
        canary.hasDeadline()
            ? violations.read(() -> CheckedTimes.duration("canary.deadline", canary.getDeadline()))
            : every;
    var payload = violations.read(() -> payload(canary, violations));
    if (every.isEmpty() || deadline.isEmpty() || payload.isEmpty()) {
      return null;
    }
    return violations
        .read(() -> new Canary(every.get(), deadline.get(), payload.get()))
        .orElse(null);
  }

  private static Payload payload(Lambda.Canary canary, Violations violations) {
    var contentType = canary.getContentType();
    checkContentType(canary, violations);
    return switch (canary.getPayloadCase()) {
      case JSON ->
          new Payload(
              JsonValues.text(JsonValues.toJson("canary.json", canary.getJson())),
              contentType.isEmpty() ? Payload.JSON : contentType);
      case DATA ->
          new Payload(
              canary.getData().toByteArray(),
              contentType.isEmpty() ? ScheduleRules.BYTES_TYPE : contentType);
      case PAYLOAD_NOT_SET -> new Payload(new byte[0], contentType);
    };
  }

  private static void checkContentType(Lambda.Canary canary, Violations violations) {
    var contentType = canary.getContentType();
    var found = new Violations();
    if (ScheduleRules.contentType(contentType, found)
        && canary.hasJson()
        && !contentType.isEmpty()
        && !new Payload(new byte[0], contentType).isJson()) {
      found.add("contentType", contentType, "application/json, or none, together with json");
    }
    found
        .all()
        .forEach(
            violation ->
                violations.add(
                    "canary." + violation.field(), violation.value(), violation.expected()));
  }

  static Lambda.Canary proto(Canary canary) {
    var message =
        Lambda.Canary.newBuilder()
            .setEvery(ProtoTimes.proto(canary.every()))
            .setDeadline(ProtoTimes.proto(canary.deadline()));
    var payload = canary.payload();
    if (payload.isEmpty()) {
      return message.build();
    }
    message.setContentType(payload.contentType());
    JsonValues.toValue(payload)
        .ifPresentOrElse(
            message::setJson, () -> message.setData(ByteString.copyFrom(payload.bytes())));
    return message.build();
  }
}
