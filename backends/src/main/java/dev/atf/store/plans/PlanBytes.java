package dev.atf.store.plans;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.store.codec.UnknownFields;
import java.util.function.Function;

/** Messages as the content of plans. */
final class PlanBytes {
  private PlanBytes() {}

  static Bytes of(Message message) {
    return new Bytes(message.toByteArray());
  }

  /**
   * Returns a message as bytes.
   *
   * @param stored content to replace
   */
  static Bytes of(Message message, Bytes stored) {
    return of(UnknownFields.keep(message, stored.value(), 0));
  }

  /**
   * Reads the state of a plan.
   *
   * @throws UnreadablePlanException if this process cannot interpret it
   */
  static <M extends Message, T> T read(Plan plan, Parser<M> parser, Function<M, T> content) {
    try {
      return content.apply(read(parser, plan.state(), "plan " + plan.id()));
    } catch (RuntimeException e) {
      throw new UnreadablePlanException(plan, e);
    }
  }

  /**
   * Reads a message.
   *
   * @param of name of the plan or part that contains the bytes
   * @throws IllegalArgumentException if the bytes are not such a message
   */
  static <M extends Message> M read(Parser<M> parser, Bytes bytes, Object of) {
    try {
      return parser.parseFrom(bytes.value());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the content of " + of + " cannot be read", e);
    }
  }
}
