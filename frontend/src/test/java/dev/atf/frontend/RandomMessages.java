package dev.atf.frontend;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Random;

/**
 * Random messages that only fit their descriptors. Every field, including fields that will be added
 * later, is sometimes set to a value that somebody might try.
 */
final class RandomMessages {
  private static final int DEPTH_MAX = 5;
  private static final int REPEATED_MAX = 3;

  /** Approximate current time, so that a random time is sometimes valid. */
  private static final long ABOUT_NOW_SECONDS = 1_772_366_400L;

  private static final List<String> TEXTS =
      List.of(
          "",
          "resize",
          "high",
          "..",
          "\0",
          "\n",
          "\u202e",
          "\ud83d\udca9",
          "${jndi:x}",
          "%2F",
          "NaN",
          "-1",
          "1e999",
          "2026-03-01T12:00:00Z",
          "30s",
          "x".repeat(300),
          "application/json",
          "dead",
          "0".repeat(32));

  private final Random random;

  RandomMessages(Random random) {
    this.random = random;
  }

  /**
   * @param lambda name that lambdas sometimes have
   */
  Message like(Message prototype, String lambda) {
    return like(prototype, lambda, DEPTH_MAX);
  }

  private Message like(Message prototype, String lambda, int depth) {
    var builder = prototype.newBuilderForType();
    for (var field : prototype.getDescriptorForType().getFields()) {
      boolean named = field.getName().equals("lambda") || field.getName().equals("name");
      if (named && random.nextInt(4) > 0) {
        builder.setField(field, lambda);
      } else if (field.isRepeated()) {
        for (int i = random.nextInt(REPEATED_MAX) * depth / DEPTH_MAX; i > 0; i--) {
          builder.addRepeatedField(field, value(builder, field, lambda, depth));
        }
      } else if (random.nextInt(3) == 0 && (depth > 0 || !isMessage(field))) {
        builder.setField(field, value(builder, field, lambda, depth));
      }
    }
    return builder.build();
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  private Object value(Message.Builder builder, FieldDescriptor field, String lambda, int depth) {
    return switch (field.getJavaType()) {
      case INT -> random.nextInt(4) == 0 ? random.nextInt(100) : random.nextInt();
      case LONG -> random.nextBoolean() ? random.nextLong() : ABOUT_NOW_SECONDS + random.nextInt();
      case FLOAT -> (float) number();
      case DOUBLE -> number();
      case BOOLEAN -> random.nextBoolean();
      case STRING -> text();
      case BYTE_STRING -> ByteString.copyFrom(bytes());
      case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown(random.nextInt(6));
      case MESSAGE ->
          like(builder.newBuilderForField(field).getDefaultInstanceForType(), lambda, depth - 1);
    };
  }

  byte[] bytes() {
    var bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Changes up to three bytes, in place. */
  byte[] mutated(byte[] bytes) {
    for (int i = 0; bytes.length > 0 && i < 3; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  String text() {
    if (random.nextInt(3) > 0) {
      return TEXTS.get(random.nextInt(TEXTS.size()));
    }
    var text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int c = random.nextInt(0x11000);
      text.appendCodePoint(c >= 0xd800 && c <= 0xdfff ? 'x' : c);
    }
    return text.toString();
  }

  double number() {
    return switch (random.nextInt(6)) {
      case 0 -> Double.NaN;
      case 1 -> Double.NEGATIVE_INFINITY;
      case 2 -> Double.longBitsToDouble(random.nextLong());
      case 3 -> -0.0;
      default -> random.nextInt(100);
    };
  }
}
