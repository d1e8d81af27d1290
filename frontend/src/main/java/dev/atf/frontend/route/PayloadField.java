package dev.atf.frontend.route;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Value;
import dev.atf.model.route.RuleValue;
import java.math.BigDecimal;
import java.util.Optional;

/** Field of a JSON payload, in one of the two forms that callers can send. */
interface PayloadField {
  /** Returns a field of an object; empty if this is not an object or has no such field. */
  Optional<PayloadField> child(String name);

  /**
   * Returns the value for comparisons; empty for null, and for a number beyond the range of
   * doubles.
   */
  Optional<RuleValue> value();

  static PayloadField of(Value json) {
    return new PayloadField() {
      @Override
      public Optional<PayloadField> child(String name) {
        return Optional.ofNullable(json.getStructValue().getFieldsMap().get(name))
            .map(PayloadField::of);
      }

      @Override
      public Optional<RuleValue> value() {
        return switch (json.getKindCase()) {
          case STRING_VALUE -> Optional.of(new RuleValue.Text(json.getStringValue()));
          case NUMBER_VALUE ->
              Double.isFinite(json.getNumberValue())
                  ? Optional.of(new RuleValue.Numeric(BigDecimal.valueOf(json.getNumberValue())))
                  : Optional.empty();
          case BOOL_VALUE -> Optional.of(new RuleValue.Truth(json.getBoolValue()));
          case LIST_VALUE -> Optional.of(new RuleValue.Composite("a list"));
          case STRUCT_VALUE -> Optional.of(new RuleValue.Composite("an object"));
          case NULL_VALUE, KIND_NOT_SET -> Optional.empty();
        };
      }
    };
  }

  static PayloadField of(JsonNode json) {
    return new PayloadField() {
      @Override
      public Optional<PayloadField> child(String name) {
        return Optional.ofNullable(json.get(name)).map(PayloadField::of);
      }

      @Override
      public Optional<RuleValue> value() {
        return switch (json.getNodeType()) {
          case STRING -> Optional.of(new RuleValue.Text(json.textValue()));
          case NUMBER ->
              Double.isFinite(json.doubleValue())
                  ? Optional.of(new RuleValue.Numeric(json.decimalValue()))
                  : Optional.empty();
          case BOOLEAN -> Optional.of(new RuleValue.Truth(json.booleanValue()));
          case ARRAY -> Optional.of(new RuleValue.Composite("a list"));
          case OBJECT -> Optional.of(new RuleValue.Composite("an object"));
          case NULL, BINARY, MISSING, POJO -> Optional.empty();
        };
      }
    };
  }
}
