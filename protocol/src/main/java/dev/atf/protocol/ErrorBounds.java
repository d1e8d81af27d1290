package dev.atf.protocol;

import com.google.rpc.BadRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Error that is cut to fit into the trailers of a gRPC call. By default, clients accept 8 KiB of
 * trailers, and lose the whole error if they are larger. The trailers contain the message twice:
 * percent-encoded, and together with the violations in base64.
 */
record ErrorBounds(String message, List<BadRequest.FieldViolation> violations) {
  /** Maximum length of the percent-encoded message in the trailers. */
  static final int MESSAGE_BYTES_MAX = 1_500;

  static final int VIOLATIONS_BYTES_MAX = 2_500;

  static ErrorBounds of(String message, List<BadRequest.FieldViolation> violations) {
    return new ErrorBounds(cut(message), cut(violations));
  }

  private static String cut(String message) {
    int bytes = 0;
    for (int i = 0; i < message.length(); i = message.offsetByCodePoints(i, 1)) {
      bytes += encodedBytes(message.codePointAt(i));
      if (bytes > MESSAGE_BYTES_MAX) {
        return message.substring(0, i) + "…";
      }
    }
    return message;
  }

  private static int encodedBytes(int codePoint) {
    boolean plain = codePoint >= ' ' && codePoint <= '~' && codePoint != '%';
    return plain ? 1 : 3 * Character.toString(codePoint).getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<BadRequest.FieldViolation> cut(List<BadRequest.FieldViolation> all) {
    var kept = new ArrayList<BadRequest.FieldViolation>();
    int bytes = 0;
    for (var violation : all) {
      bytes += violation.getSerializedSize();
      if (bytes > VIOLATIONS_BYTES_MAX) {
        kept.add(violation("", "and more (expected: fewer at once)"));
        break;
      }
      kept.add(violation);
    }
    return List.copyOf(kept);
  }

  private static BadRequest.FieldViolation violation(String field, String description) {
    return BadRequest.FieldViolation.newBuilder()
        .setField(field)
        .setDescription(description)
        .build();
  }
}
