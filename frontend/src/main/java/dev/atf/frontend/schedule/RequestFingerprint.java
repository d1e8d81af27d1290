package dev.atf.frontend.schedule;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Sha256;
import dev.atf.protocol.v1.OnFinish;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.JsonValues;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.TreeMap;

/**
 * Tells a repeated Schedule from another one under the same idempotency key: a hash of the request
 * as it was sent. Times are hashed as the client wrote them, so that "now" and "in 5 s" repeat;
 * defaults are not filled in, so that a changed default of the lambda does not make a repetition
 * another request. Properties of JSON and labels count without their order.
 */
final class RequestFingerprint {
  private RequestFingerprint() {}

  /**
   * @param payload of the request, JSON in its canonical form
   */
  static String of(LambdaName lambda, ScheduleRequest request, Payload payload) {
    var canonical = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(canonical)) {
      text(out, lambda.value());
      text(out, request.getPayloadCase().name());
      bytes(out, payload.bytes());
      text(out, request.getContentType());
      text(out, request.getPriority());
      text(out, request.getCollection());
      out.writeBoolean(request.hasScheduledAt());
      bytes(out, request.getScheduledAt().toByteArray());
      out.writeBoolean(request.hasDelay());
      bytes(out, request.getDelay().toByteArray());
      out.writeBoolean(request.hasDeadline());
      bytes(out, request.getDeadline().toByteArray());
      for (var label : new TreeMap<>(request.getLabelsMap()).entrySet()) {
        text(out, label.getKey());
        text(out, label.getValue());
      }
      if (!request.getOrderingKey().isEmpty()) {
        // No label's length is negative. Requests without a key hash as they always did.
        out.writeInt(-1);
        text(out, request.getOrderingKey());
      }
      if (request.hasOnFinish()) {
        out.writeInt(-2);
        onFinish(out, request.getOnFinish());
      }
      if (!request.getFairnessKey().isEmpty()) {
        out.writeInt(-3);
        text(out, request.getFairnessKey());
      }
      if (request.getResourcesCount() + request.getOutputsCount() > 0) {
        out.writeInt(-4);
        files(out, request);
      }
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory", e);
    }
    return HexFormat.of().formatHex(Sha256.of(canonical.toByteArray()));
  }

  private static void onFinish(DataOutputStream out, OnFinish asked) throws IOException {
    var to = asked.getTo();
    text(out, to.getLambda());
    text(out, to.getPriority());
    text(out, to.getUrl());
    for (var header : new TreeMap<>(to.getHeadersMap()).entrySet()) {
      text(out, header.getKey());
      text(out, header.getValue());
    }
    out.writeInt(-1);
    bytes(
        out,
        to.hasContext()
            ? JsonValues.canonicalText(JsonValues.toJson("context", to.getContext()))
            : new byte[0]);
    for (var status : asked.getStatusesList()) {
      text(out, status.name());
    }
  }

  private static void files(DataOutputStream out, ScheduleRequest request) throws IOException {
    out.writeInt(request.getResourcesCount());
    for (var resource : request.getResourcesList()) {
      text(out, resource.getPath());
      text(out, resource.getSha256());
    }
    for (var pattern : request.getOutputsList()) {
      text(out, pattern);
    }
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    bytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
