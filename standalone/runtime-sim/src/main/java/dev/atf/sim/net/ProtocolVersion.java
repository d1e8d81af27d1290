package dev.atf.sim.net;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.List;
import java.util.Set;

/** Wire format of a process of this version or of another one. */
public enum ProtocolVersion {
  TODAYS,
  /** Version without the fields that were added last. */
  PREVIOUS,
  /** Version with a field in every message that no other version knows. */
  NEXT;

  private static final Set<String> CAME_LAST =
      Set.of(
          "atf.v1.AttemptNotes.sequence",
          "atf.v1.AttemptResult.executor_died",
          "atf.v1.HeartbeatResponse.lease",
          "atf.v1.NextWorkRequest.done",
          "atf.v1.NextWorkResponse.waited");

  private static final int UNKNOWN_FIELD = 4_095;

  /** Returns the message as a process of this version would send it. */
  @SuppressWarnings("unchecked") // built from the same message
  public <T> T convert(T message) {
    return this == TODAYS || !(message instanceof Message one) ? message : (T) converted(one);
  }

  private Message converted(Message message) {
    var builder = message.toBuilder();
    for (var field : message.getAllFields().keySet()) {
      if (this == PREVIOUS && CAME_LAST.contains(field.getFullName())) {
        builder.clearField(field);
      } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField()) {
        builder.setField(field, convertedValue(message.getField(field)));
      }
    }
    if (this == NEXT) {
      var news = UnknownFieldSet.Field.newBuilder().addVarint(1).build();
      builder.setUnknownFields(UnknownFieldSet.newBuilder().addField(UNKNOWN_FIELD, news).build());
    }
    return builder.build();
  }

  private Object convertedValue(Object value) {
    return value instanceof List<?> several
        ? several.stream().map(one -> converted((Message) one)).toList()
        : converted((Message) value);
  }
}
