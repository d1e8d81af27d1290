package dev.atf.store.dynamodb;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values of one request's expressions. Every attribute goes by a placeholder, for
 * DynamoDB reserves many ordinary words.
 */
final class Expression {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();

  String name(String attribute) {
    var placeholder = "#" + attribute;
    names.put(placeholder, attribute);
    return placeholder;
  }

  String value(AttributeValue value) {
    var placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  Map<String, String> names() {
    return names;
  }

  Map<String, AttributeValue> values() {
    return values;
  }
}
