package dev.atf.store.embedded.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.LambdaRegistry.Row;
import dev.atf.store.StoredValues;
import dev.atf.store.codec.LambdaRowCodec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Values with every field, and with few, as records. */
final class RecordsTest {
  @Test
  void tasksAreReadAsTheyWereWritten() {
    for (var task : StoredValues.associations()) {
      assertThat(AssociationRecord.read(AssociationRecord.of(task))).isEqualTo(task);
    }
    for (var entity : StoredValues.entities()) {
      assertThat(EntityRecord.read(EntityRecord.of(entity))).isEqualTo(entity);
    }
  }

  @Test
  void lambdasAndGatesAreReadAsTheyWereWritten() {
    for (var lambda : StoredValues.lambdas()) {
      for (var row : List.of(new Row(lambda), new Row(lambda, StoredValues.NOW))) {
        assertThat(LambdaRowCodec.read(LambdaRowCodec.write(row))).isEqualTo(row);
      }
    }
    for (var gate : StoredValues.gates()) {
      assertThat(GateRecord.read(GateRecord.of(gate, Optional.empty()))).isEqualTo(gate);
    }
  }

  @Test
  void plansAndTheirPartsAreReadAsTheyWereWritten() {
    for (var plan : StoredValues.plans()) {
      var record = PlanRecord.of(plan, Optional.empty());
      assertThat(PlanRecord.read(plan.id(), record)).isEqualTo(plan);
    }
    for (var part : StoredValues.parts()) {
      var record = PlanRecord.of(part);
      assertThat(PlanRecord.readPart(part.plan(), part.name(), record)).isEqualTo(part);
    }
  }
}
