package dev.atf.store.dynamodb.item;

import static dev.atf.store.GateRegistry.WHOLE_LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.BY;
import static dev.atf.store.dynamodb.item.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.REASON;
import static dev.atf.store.dynamodb.item.Attributes.SET_AT;
import static dev.atf.store.dynamodb.item.Attributes.STATE;
import static dev.atf.store.dynamodb.item.Attributes.UNTIL;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Item of a gate. */
public final class GateItem {
  private GateItem() {}

  /** Writes all attributes but those of the key. */
  public static void write(Gate gate, ItemWriter item) {
    @Nullable Instant until = gate.until();
    item.text(STATE, gate.state().name())
        .text(UNTIL, until == null ? null : until.toString())
        .text(REASON, gate.reason())
        .text(BY, gate.by())
        .text(SET_AT, gate.setAt().toString());
  }

  public static Gate read(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return new Gate(
        new LambdaName(item.text(LAMBDA)),
        collection(item),
        GateState.valueOf(item.text(STATE)),
        item.textOrNull(UNTIL, Instant::parse),
        item.text(REASON),
        item.text(BY),
        Instant.parse(item.text(SET_AT)));
  }

  /** Returns a closed gate for an item that this version cannot read. */
  public static Gate paused(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return Gate.unreadable(new LambdaName(item.text(LAMBDA)), collection(item));
  }

  private static @Nullable CollectionName collection(ItemReader item) {
    var collection = item.text(COLLECTION);
    return collection.equals(WHOLE_LAMBDA) ? null : new CollectionName(collection);
  }
}
