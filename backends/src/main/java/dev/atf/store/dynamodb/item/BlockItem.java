package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.CONDITION;
import static dev.atf.store.dynamodb.item.Attributes.TIMES;

import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Condition for which the task waits, as one attribute. */
public final class BlockItem {
  private BlockItem() {}

  public static AttributeValue of(Block block) {
    return AttributeValue.fromM(
        new ItemWriter()
            .text(CONDITION, block.condition().value())
            .number(TIMES, block.times())
            .build());
  }

  static @Nullable Block read(@Nullable ItemReader map) {
    return map == null ? null : new Block(new ConditionName(map.text(CONDITION)), map.count(TIMES));
  }
}
