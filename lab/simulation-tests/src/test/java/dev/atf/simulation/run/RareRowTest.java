package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.task.TaskLifecycle;
import org.junit.jupiter.api.Test;

final class RareRowTest {
  @Test
  void eachIsARowOfTheLifecycle() {
    var rows = TaskLifecycle.rows().stream().filter(RareRow::includes).toList();

    assertThat(rows).hasSameSizeAs(RareRow.all());
  }
}
