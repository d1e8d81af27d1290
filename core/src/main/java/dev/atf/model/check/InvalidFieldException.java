package dev.atf.model.check;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Thrown for values that violate rules of the model. The message names all of these values, and the
 * accepted values.
 */
public final class InvalidFieldException extends IllegalArgumentException
    implements Supplier<List<FieldViolation>> {
  private static final long serialVersionUID = 1L;

  private final transient List<FieldViolation> violations;

  public InvalidFieldException(List<FieldViolation> violations) {
    super(violations.stream().map(FieldViolation::toString).collect(Collectors.joining("; ")));
    this.violations = List.copyOf(violations);
  }

  /**
   * Creates the refusal of a {@code value}, with the message {@code field: value (expected: …)}.
   */
  public InvalidFieldException(String field, Object value, String expected) {
    this(List.of(new FieldViolation(field, String.valueOf(value), expected)));
  }

  public List<FieldViolation> violations() {
    return violations;
  }

  /**
   * Returns the violations, for callers that do not know this type, such as the reader of settings.
   */
  @Override
  public List<FieldViolation> get() {
    return violations;
  }
}
