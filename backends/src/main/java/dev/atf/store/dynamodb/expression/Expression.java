package dev.atf.store.dynamodb.expression;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Names and values of one request's expressions. Every attribute has a placeholder, because
 * DynamoDB reserves many ordinary words.
 */
public final class Expression {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();

  public String name(String attribute) {
    var placeholder = "#" + attribute;
    names.put(placeholder, attribute);
    return placeholder;
  }

  public String value(AttributeValue value) {
    var placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  /** Returns the clause that an attribute has, or gets, a value. */
  public String equal(String attribute, AttributeValue value) {
    return compare(attribute, "=", value);
  }

  /** Returns the clause that compares an attribute with a value. */
  public String compare(String attribute, String operator, AttributeValue value) {
    return name(attribute) + " " + operator + " " + value(value);
  }

  /** Returns the clause that an attribute is between two values, including both. */
  public String between(String attribute, AttributeValue least, AttributeValue most) {
    return name(attribute) + " BETWEEN " + value(least) + " AND " + value(most);
  }

  public Map<String, String> names() {
    return names;
  }

  public Map<String, AttributeValue> values() {
    return values;
  }
}
