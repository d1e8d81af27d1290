package dev.atf.examples;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import java.util.List;
import java.util.function.Consumer;

/**
 * Continues at the position of the previous attempt, and reports its progress. The last checkpoint
 * is stored with the next heartbeat or with the result. Therefore a row may be imported twice, but
 * none is omitted.
 */
public final class BulkImport implements TaskHandler<BulkImport.File> {
  public static final String LAMBDA = "import-rows";

  private final Consumer<String> table;

  /**
   * Creates the handler.
   *
   * @param table receives each row
   */
  public BulkImport(Consumer<String> table) {
    this.table = table;
  }

  /** Payload of a task. */
  public record File(List<String> rows) {}

  /** Progress for display. */
  public record Progress(int done, int of) {}

  @Override
  public Outcome handle(File file, TaskContext context) {
    var rows = file.rows();
    for (int i = context.lastCheckpoint(Integer.class).orElse(0); i < rows.size(); i++) {
      context.throwIfCancelled();
      table.accept(rows.get(i));
      context.checkpoint(i + 1);
      context.progress(new Progress(i + 1, rows.size()));
    }
    return Outcome.success(rows.size());
  }
}
