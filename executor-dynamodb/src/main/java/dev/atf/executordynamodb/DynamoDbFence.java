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
 * Fences writes to items of DynamoDB that one task alone writes: of its attempts, none writes such
 * an item after a later one has. The item remembers the token in the attribute {@code atf_fence}.
 *
 * <p>Each method adds to a request what makes DynamoDB refuse a stale attempt with a {@code
 * ConditionalCheckFailedException}, beside whatever condition the request has of its own. An
 * attempt may write as often as it likes. An item that is deleted forgets the token: mark it
 * instead.
 *
 * <p>Items that several tasks write need another order than that of attempts.
 */
public final class DynamoDbFence {
  /** Name of the attribute that holds the token. */
  public static final String ATTRIBUTE = "atf_fence";

  private static final String NAME = "#atf_fence";
  private static final String VALUE = ":atf_fence";
  private static final String CONDITION =
      "(attribute_not_exists(" + NAME + ") OR " + NAME + " <= " + VALUE + ")";
  private static final String CHANGE = NAME + " = " + VALUE;

  /** The keyword, which no name or value can be without a sign before it. */
  private static final Pattern SET =
      Pattern.compile("(?<![\\w#:.])SET(?=\\s)", Pattern.CASE_INSENSITIVE);

  private DynamoDbFence() {}

  /**
   * The same put, refused if a later attempt has written the item.
   *
   * @param request with a condition as an expression, or none
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
   * The same update, refused if a later attempt has written the item.
   *
   * @param request with changes and a condition as expressions, or none
   */
  public static UpdateItemRequest update(UpdateItemRequest request, FencingToken token) {
    return request.toBuilder()
        .updateExpression(change(request.updateExpression()))
        .conditionExpression(condition(request.conditionExpression()))
        .expressionAttributeNames(names(request.expressionAttributeNames()))
        .expressionAttributeValues(values(request.expressionAttributeValues(), token))
        .build();
  }

  /** DynamoDB takes one SET in an expression. */
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
