package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.testkit.AtfExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class BulkImportTest {
  private final List<String> table = new ArrayList<>();
  private boolean broken = true;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker ->
              worker.handle(
                  BulkImport.LAMBDA, BulkImport.File.class, new BulkImport(this::insert)));

  private void insert(String row) {
    if (broken && row.equals("c")) {
      broken = false;
      throw new IllegalStateException("the table is locked");
    }
    table.add(row);
  }

  @Test
  void theSecondAttemptGoesOnWhereTheFirstWas() {
    var file = new BulkImport.File(List.of("a", "b", "c", "d"));
    var task = atf.client().schedule(TaskSpec.of(BulkImport.LAMBDA, file)).taskId();

    assertThat(atf.runDueTasks()).isEqualTo(1);
    var progress = atf.task(task).task().getProgress().getStructValue();
    assertThat(progress.getFieldsOrThrow("done").getNumberValue()).isEqualTo(2);

    assertThat(atf.runUntilFinished(task)).hasResult(4).hasAttempts(2);
    assertThat(table).containsExactly("a", "b", "c", "d");
  }
}
