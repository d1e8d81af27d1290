package dev.atf.store.codec;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.util.List;

/**
 * Keeps fields of a later version in messages that this version rewrites, while both versions run
 * in one cluster or use one directory in turn.
 *
 * <p>A nested message keeps its unknown fields if its first field, which is its identity, is the
 * same. Elements of a list are compared in their order if all of them are the same; otherwise each
 * one is compared with the first element that has the same first field.
 */
public final class UnknownFields {
  private UnknownFields() {}

  /**
   * Adds to a message those fields of the stored message that this version does not know.
   *
   * @param stored message to replace; no bytes if there was none
   * @param from index of its first byte
   * @throws IllegalArgumentException if the bytes are not a message
   */
  public static Message keep(Message next, byte[] stored, int from) {
    var parser = next.getParserForType();
    return any(parser, stored, from) ? keep(next, parse(parser, stored, from)) : next;
  }

  /**
   * Returns whether a message has fields that this version does not know.
   *
   * @param from index of its first byte
   * @throws IllegalArgumentException if the bytes are not a message
   */
  public static boolean any(Parser<? extends Message> parser, byte[] stored, int from) {
    var known = parse(DiscardUnknownFieldsParser.wrap(parser), stored, from);
    return known.getSerializedSize() != stored.length - from;
  }

  private static Message parse(Parser<? extends Message> parser, byte[] stored, int from) {
    int length = stored.length - from;
    try {
      return parser.parseFrom(stored, from, length);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a stored message of " + length + " bytes is damaged", e);
    }
  }

  private static Message keep(Message next, Message stored) {
    var kept = next.toBuilder().setUnknownFields(stored.getUnknownFields());
    for (var field : next.getAllFields().keySet()) {
      if (field.getJavaType() != JavaType.MESSAGE || field.isMapField()) {
        continue;
      }
      if (field.isRepeated()) {
        keepEach(kept, field, elements(next, field), elements(stored, field));
      } else if (stored.hasField(field)) {
        var before = (Message) stored.getField(field);
        var after = (Message) next.getField(field);
        kept.setField(field, isSame(after, before) ? keep(after, before) : after);
      }
    }
    return kept.build();
  }

  private static void keepEach(
      Message.Builder kept, FieldDescriptor field, List<Message> next, List<Message> stored) {
    boolean inOrder = next.size() == stored.size();
    for (int i = 0; i < next.size() && inOrder; i++) {
      inOrder = isSame(next.get(i), stored.get(i));
    }
    for (int i = 0; i < next.size(); i++) {
      var after = next.get(i);
      if (inOrder) {
        kept.setRepeatedField(field, i, keep(after, stored.get(i)));
      } else if (hasIdentity(after)) {
        var before = stored.stream().filter(each -> isSame(after, each)).findFirst();
        kept.setRepeatedField(field, i, before.map(each -> keep(after, each)).orElse(after));
      }
    }
  }

  private static boolean isSame(Message one, Message other) {
    var identity = identity(one);
    return one.getField(identity).equals(other.getField(identity));
  }

  private static boolean hasIdentity(Message message) {
    var identity = identity(message);
    return !identity.hasPresence() || message.hasField(identity);
  }

  private static FieldDescriptor identity(Message message) {
    return message.getDescriptorForType().findFieldByNumber(1);
  }

  @SuppressWarnings("unchecked")
  private static List<Message> elements(Message message, FieldDescriptor field) {
    return (List<Message>) message.getField(field);
  }
}
