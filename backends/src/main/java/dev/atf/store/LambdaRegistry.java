package dev.atf.store;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.RowKind;
import dev.atf.store.rows.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Registry of lambdas. */
public class LambdaRegistry {
  public static final RowKind<Row> KIND =
      new RowKind<>(row -> row.lambda().name().value(), row -> row.deletedAt() != null);

  private final Rows<Row> rows;

  /**
   * Row of a lambda.
   *
   * @param deletedAt time of its deletion, in whole milliseconds; null if it is not deleted
   */
  public record Row(LambdaDefinition lambda, @Nullable Instant deletedAt) {
    /** Creates the row of a lambda that is not deleted. */
    public Row(LambdaDefinition lambda) {
      this(lambda, null);
    }
  }

  public LambdaRegistry(Rows<Row> rows) {
    this.rows = rows;
  }

  public static LambdaRegistry inMemory() {
    return new LambdaRegistry(new InMemoryRows<>(KIND));
  }

  /**
   * Creates or replaces a lambda. The record of a deleted lambda of the same name is removed.
   *
   * @param expected definition that the caller has read; empty to create a lambda
   * @return false if the stored definition has changed since, so that nothing was written
   */
  public boolean put(LambdaDefinition definition, Optional<LambdaDefinition> expected) {
    return rows.put(new Row(definition), expected.map(Row::new));
  }

  /**
   * Deletes a lambda. It is then one of {@link #deleted}, and no longer found.
   *
   * @param expected definition that the caller has read
   * @param now current time in whole milliseconds
   * @return false if the stored definition has changed since, so that nothing was deleted
   */
  public boolean delete(LambdaDefinition expected, Instant now) {
    return rows.put(new Row(expected, now), Optional.of(new Row(expected)));
  }

  /** Returns lambdas that were deleted and not yet forgotten. */
  public List<DeletedLambda> deleted() {
    return rows.list().stream()
        .flatMap(
            row ->
                Stream.ofNullable(row.deletedAt()).map(at -> new DeletedLambda(row.lambda(), at)))
        .toList();
  }

  /** Removes a deleted lambda. Does nothing if it was registered or deleted again. */
  public void forget(DeletedLambda deleted) {
    boolean unused = rows.delete(new Row(deleted.lambda(), deleted.at()));
  }

  /** Finds a lambda. The read is strongly consistent. */
  public Optional<LambdaDefinition> find(LambdaName name) {
    return rows.find(name.value()).map(Row::lambda);
  }

  /** Returns whether there is a lambda of this name that counts as absent: it cannot be read. */
  public boolean isUnreadable(LambdaDefinition definition) {
    return rows.isUnreadable(new Row(definition));
  }

  /** Returns all lambdas ordered by name. */
  public List<LambdaDefinition> list() {
    return rows.list().stream().filter(row -> row.deletedAt() == null).map(Row::lambda).toList();
  }
}
