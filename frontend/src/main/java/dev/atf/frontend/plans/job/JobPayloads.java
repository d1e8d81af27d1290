package dev.atf.frontend.plans.job;

import com.fasterxml.jackson.databind.node.NullNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Value;
import dev.atf.model.Payload;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.validation.JsonValues;
import dev.atf.validation.Violations;

/** Reads the payloads of a job's steps. */
final class JobPayloads {
  private static final String BYTES_TYPE = "application/octet-stream";
  private static final int CONTENT_TYPE_CHARS_MAX = 255;

  private JobPayloads() {}

  static Payload json(
      String field,
      Value json,
      String contentType,
      LambdaDefinition lambda,
      Violations violations) {
    var text =
        JsonValues.text(
            violations.parse(() -> JsonValues.toJson(field, json), NullNode.getInstance()));
    return checked(
        field,
        new Payload(text, contentType.isEmpty() ? Payload.JSON : contentType),
        lambda,
        violations);
  }

  static Payload data(
      String field,
      ByteString data,
      String contentType,
      LambdaDefinition lambda,
      Violations violations) {
    return checked(
        field,
        new Payload(data.toByteArray(), contentType.isEmpty() ? BYTES_TYPE : contentType),
        lambda,
        violations);
  }

  private static Payload checked(
      String field, Payload payload, LambdaDefinition lambda, Violations violations) {
    if (payload.bytes().length > lambda.payloadBytesMax()) {
      violations.add(
          ErrorReason.PAYLOAD_TOO_LARGE,
          field,
          payload.bytes().length + " bytes",
          "at most " + lambda.payloadBytesMax() + " bytes");
    }
    var type = payload.contentType();
    if (type.length() > CONTENT_TYPE_CHARS_MAX || type.chars().anyMatch(c -> c < ' ' || c > '~')) {
      violations.add(
          field.replaceFirst("(json|data)$", "contentType"),
          type,
          "at most " + CONTENT_TYPE_CHARS_MAX + " printable ASCII characters");
    }
    return payload;
  }
}
