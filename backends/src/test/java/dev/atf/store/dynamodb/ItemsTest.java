package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import dev.atf.store.LambdaRegistry.Row;
import dev.atf.store.StoredValues;
import dev.atf.store.codec.LambdaRowCodec;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.EntityItem;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.LambdaItem;
import dev.atf.store.stored.Stored;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values with every field, and with few, as items. */
final class ItemsTest {
  @Test
  void tasksAreReadAsTheyWereWritten() {
    for (var task : StoredValues.associations()) {
      assertThat(AssociationItem.read(AssociationItem.of(task))).contains(task);
    }
    for (var entity : StoredValues.entities()) {
      assertThat(EntityItem.read(EntityItem.of(entity))).isEqualTo(entity);
    }
  }

  @Test
  void lambdasAreReadAsTheyWereWritten() {
    for (var lambda : StoredValues.lambdas()) {
      for (var row : List.of(new Row(lambda), new Row(lambda, StoredValues.NOW))) {
        assertThat(LambdaItem.read(LambdaItem.of(row))).isEqualTo(row);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name",
        "priorities",
        "shards",
        "multiplier",
        "dispatch",
        "initialBackoff",
        "maxBackoff",
        "retention",
        "maxLifetime",
        "updatedAt"
      })
  void lambdaWithoutASettingThatEachHasIsNotRead(String missing) {
    for (var lambda : StoredValues.lambdas()) {
      var item = new HashMap<>(LambdaItem.of(new Row(lambda)));

      assertThat(item.remove(missing)).isNotNull();

      assertThatThrownBy(() -> LambdaItem.read(item)).isInstanceOf(RuntimeException.class);
    }
  }

  /** A whole number that is added to the stored message is tested without a change here. */
  @Test
  void everyWholeNumberOfALambdaIsReadAsItWasWritten() {
    var stored = LambdaRowCodec.write(new Row(StoredValues.lambdas().get(1)));
    for (var field : Stored.Lambda.getDescriptor().getFields()) {
      if (field.getJavaType() == JavaType.INT) {
        var other = stored.toBuilder().setField(field, (int) stored.getField(field) + 1).build();
        var row = LambdaRowCodec.read(other);
        assertThat(LambdaRowCodec.write(LambdaItem.read(LambdaItem.of(row)))).isEqualTo(other);
      }
    }
  }

  @Test
  void plansAndTheirPartsAreReadAsTheyWereWritten() {
    for (var plan : StoredValues.plans()) {
      assertThat(PlanItem.read(PlanItem.of(plan))).isEqualTo(plan);
    }
    for (var part : StoredValues.parts()) {
      assertThat(PlanItem.readPart(PlanItem.of(part))).isEqualTo(part);
    }
  }

  @Test
  void attributeOfAnotherTypeIsNamed() {
    var item = new HashMap<>(PlanItem.of(StoredValues.plans().get(0)));
    item.put("body", ItemWriter.text("{}"));

    assertThatThrownBy(() -> PlanItem.read(item))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("attribute body is not binary");
  }
}
