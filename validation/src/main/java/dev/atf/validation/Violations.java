package dev.atf.validation;

import com.google.rpc.BadRequest;
import com.google.rpc.Status;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;

/** Violations of one request: all that were found, up to a bound, not only the first. */
public final class Violations {
  private record Found(ErrorReason reason, FieldViolation violation) {}

  /** Chosen: more than anyone corrects at once; a body can hold millions. */
  private static final int FOUND_MAX = 100;

  private final List<Found> found = new ArrayList<>();

  /** Returns the error for all of {@code violations} under {@link ErrorReason#FIELD_INVALID}. */
  public static Status status(List<FieldViolation> violations) {
    var all = new Violations();
    violations.forEach(violation -> all.add(ErrorReason.FIELD_INVALID, violation));
    return all.status();
  }

  public void add(String field, Object value, String expected) {
    add(ErrorReason.FIELD_INVALID, field, value, expected);
  }

  public void add(ErrorReason reason, String field, Object value, String expected) {
    add(reason, new FieldViolation(field, String.valueOf(value), expected));
  }

  private void add(ErrorReason reason, FieldViolation violation) {
    if (!isFull()) {
      found.add(new Found(reason, violation));
    }
  }

  /** Returns whether further violations are dropped. */
  public boolean isFull() {
    return found.size() >= FOUND_MAX;
  }

  /**
   * Returns the parsed value; or {@code otherwise}, with which the search for violations continues.
   */
  public <T> T parse(Supplier<T> parser, T otherwise) {
    try {
      return parser.get();
    } catch (InvalidFieldException e) {
      e.violations().forEach(violation -> add(ErrorReason.FIELD_INVALID, violation));
      return otherwise;
    }
  }

  /**
   * @throws io.grpc.StatusRuntimeException all of them, if there are any
   */
  public void refuse() {
    if (!isEmpty()) {
      throw StatusProto.toStatusRuntimeException(status());
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** Returns the violations in the order in which they were found. */
  public List<FieldViolation> all() {
    return found.stream().map(Found::violation).toList();
  }

  /**
   * Returns the error that names all of them: under their common reason, or under {@link
   * ErrorReason#FIELD_INVALID} when they have several. Each violation has its own.
   */
  public Status status() {
    var reasons = new LinkedHashSet<ErrorReason>();
    var details = new ArrayList<BadRequest.FieldViolation>();
    var text = new StringBuilder();
    for (var each : found) {
      reasons.add(each.reason());
      var violation = each.violation();
      details.add(
          BadRequest.FieldViolation.newBuilder()
              .setField(violation.field())
              .setDescription(violation.value() + " (expected: " + violation.expected() + ")")
              .setReason(each.reason().name())
              .build());
      text.append(text.isEmpty() ? "" : "; ").append(violation);
    }
    var reason = reasons.size() == 1 ? reasons.iterator().next() : ErrorReason.FIELD_INVALID;
    return RpcErrors.status(reason, text.toString(), details);
  }
}
