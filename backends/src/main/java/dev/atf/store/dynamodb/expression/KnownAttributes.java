package dev.atf.store.dynamodb.expression;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Builds the update that sets the attributes known to this version, and does not change others.
 * While two versions run, the older one must not remove attributes that the newer one has written;
 * a put of the whole item would remove them.
 */
public final class KnownAttributes {
  private KnownAttributes() {}

  /**
   * Adds the new attributes to an expression, and returns the text of the update.
   *
   * @param known every attribute that this version may write, except those of the key
   * @param item the new attributes; known attributes that it does not contain are removed
   */
  public static String update(
      Expression expression, Collection<String> known, Map<String, AttributeValue> item) {
    var set =
        known.stream()
            .filter(item::containsKey)
            .map(name -> expression.equal(name, value(item, name)))
            .collect(Collectors.joining(", ", "SET ", ""));
    var absent = known.stream().filter(name -> !item.containsKey(name)).map(expression::name);
    var remove = absent.collect(Collectors.joining(", "));
    return remove.isEmpty() ? set : set + " REMOVE " + remove;
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name);
  }
}
