package dev.atf.frontend.http.openapi;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import com.google.rpc.ErrorInfo;

/**
 * Messages with a value in every field.
 *
 * @param choice index of the field that is set in each oneof, from 0
 */
record FilledMessages(int choice) {
  /** Depth that exceeds that of every message that does not contain itself. */
  private static final int DEPTH_MAX = 8;

  Message like(Message prototype) {
    return like(prototype, 0);
  }

  private Message like(Message prototype, int depth) {
    var builder = prototype.newBuilderForType();
    for (var field : prototype.getDescriptorForType().getFields()) {
      var oneof = field.getRealContainingOneof();
      if (depth > DEPTH_MAX
          || (oneof != null && !oneof.getField(choice % oneof.getFieldCount()).equals(field))) {
        continue;
      }
      if (field.isRepeated()) {
        builder.addRepeatedField(field, value(builder, field, depth));
      } else {
        builder.setField(field, value(builder, field, depth));
      }
    }
    return builder.build();
  }

  private Object value(Message.Builder builder, FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case INT -> 7;
      case LONG -> 1L << 60;
      case FLOAT -> 1.5f;
      case DOUBLE -> 2.5;
      case BOOLEAN -> true;
      case STRING -> "text";
      case BYTE_STRING -> ByteString.copyFromUtf8("bytes?>");
      case ENUM -> field.getEnumType().getValues().get(1);
      case MESSAGE -> message(builder.newBuilderForField(field).getDefaultInstanceForType(), depth);
    };
  }

  private Message message(Message prototype, int depth) {
    if (prototype instanceof Timestamp) {
      return Timestamp.newBuilder().setSeconds(1_800_000_000).setNanos(123_000_000).build();
    }
    if (prototype instanceof Duration) {
      return Duration.newBuilder().setSeconds(90).setNanos(500_000_000).build();
    }
    if (prototype instanceof Value) {
      return Value.newBuilder().setNumberValue(1).build();
    }
    if (prototype instanceof Any) {
      return Any.pack(ErrorInfo.newBuilder().setReason("REASON").setDomain("atf.dev").build());
    }
    return like(prototype, depth + 1);
  }
}
