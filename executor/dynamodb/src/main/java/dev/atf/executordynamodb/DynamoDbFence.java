package dev.atf.executordynamodb;

import dev.atf.executor.fence.FencingToken;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Fences writes to DynamoDB items that only one task writes: none of its attempts writes such an
 * item after a later attempt has. The item stores the token in the attribute {@code atf_fence}.
 *
 * <p>Each method adds a condition to a request, in addition to the request's own, with which
 * DynamoDB refuses a stale attempt with a {@code ConditionalCheckFailedException}. One attempt may
 * write any number of times. A deleted item forgets the token: mark it as deleted instead.
 *
 * <p>Do not use it for items that several tasks write, because the order of one task's attempts
 * does not order these writes.
 */
public final class DynamoDbFence {
  /** Name of the attribute that holds the token. */
  public static final String ATTRIBUTE = "atf_fence";

  private static final String NAME = "#atf_fence";
  private static final String VALUE = ":atf_fence";
  private static final String CONDITION =
      "(attribute_not_exists(" + NAME + ") OR " + NAME + " <= " + VALUE + ")";
  private static final String CHANGE = NAME + " = " + VALUE;

  /**
   * The keyword SET. Names and values cannot be confused with it, because they have a sign before
   * them.
   */
  private static final Pattern SET =
      Pattern.compile("(?<![\\w#:.])SET(?=\\s)", Pattern.CASE_INSENSITIVE);

  private DynamoDbFence() {}

  /**
   * Returns a copy of a put that is refused if a later attempt has written the item.
   *
   * @param request request with a condition as an expression, or without a condition
   */
  public static PutItemRequest put(PutItemRequest request, FencingToken token) {
    var item = new HashMap<>(request.item());
    item.put(ATTRIBUTE, value(token));
    return request.toBuilder()
        .item(item)
        .conditionExpression(condition(request.conditionExpression()))
        .expressionAttributeNames(names(request.expressionAttributeNames()))
        .expressionAttributeValues(values(request.expressionAttributeValues(), token))
        .build();
  }

  /**
   * Returns a copy of an update that is refused if a later attempt has written the item.
   *
   * @param request request with changes and a condition as expressions, or without them
   */
  public static UpdateItemRequest update(UpdateItemRequest request, FencingToken token) {
    return request.toBuilder()
        .updateExpression(change(request.updateExpression()))
        .conditionExpression(condition(request.conditionExpression()))
        .expressionAttributeNames(names(request.expressionAttributeNames()))
        .expressionAttributeValues(values(request.expressionAttributeValues(), token))
        .build();
  }

  /**
   * Adds the token to the request's SET clause, because DynamoDB accepts only one in an expression.
   */
  private static String change(@Nullable String expression) {
    if (expression == null || expression.isBlank()) {
      return "SET " + CHANGE;
    }
    var set = SET.matcher(expression);
    return set.find()
        ? set.replaceFirst("SET " + CHANGE + ",")
        : "SET " + CHANGE + " " + expression;
  }

  private static String condition(@Nullable String expression) {
    return expression == null || expression.isBlank()
        ? CONDITION
        : "(" + expression + ") AND " + CONDITION;
  }

  private static Map<String, String> names(Map<String, String> own) {
    var names = new HashMap<>(own);
    names.put(NAME, ATTRIBUTE);
    return names;
  }

  private static Map<String, AttributeValue> values(
      Map<String, AttributeValue> own, FencingToken token) {
    var values = new HashMap<>(own);
    values.put(VALUE, value(token));
    return values;
  }

  private static AttributeValue value(FencingToken token) {
    return AttributeValue.fromN(Long.toString(token.number()));
  }
}
