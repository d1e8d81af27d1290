package dev.atf.store.embedded;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.DeletedLambda;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.LambdaRecord;
import dev.atf.store.memory.InMemoryLambdaRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Registered lambdas. There are few, so all of them are also in memory. */
final class EmbeddedLambdaRegistry implements LambdaRegistry {
  private final Database database;
  private final InMemoryLambdaRegistry known = new InMemoryLambdaRegistry();

  EmbeddedLambdaRegistry(Database database) {
    this.database = database;
    database.each(
        Keys.kind(Keys.LAMBDA),
        (key, value) ->
            ReadableRecords.read(key, value, LambdaRecord::read)
                .ifPresent(lambda -> know(lambda, LambdaRecord.deletedAt(value))));
  }

  @Override
  public synchronized boolean put(
      LambdaDefinition definition, Optional<LambdaDefinition> expected) {
    if (!known.find(definition.name()).equals(expected)) {
      return false;
    }
    var key = Keys.lambda(definition.name());
    var stored = expected.isEmpty() ? Optional.<byte[]>empty() : database.get(key);
    database.awaitDurable(database.put(key, LambdaRecord.of(definition, stored)));
    return known.put(definition, expected);
  }

  private void know(LambdaDefinition definition, Optional<Instant> deletedAt) {
    boolean unused =
        known.put(definition, Optional.empty())
            && deletedAt.map(at -> known.delete(definition, at)).orElse(true);
  }

  @Override
  public synchronized boolean delete(LambdaDefinition expected, Instant now) {
    if (!known.find(expected.name()).equals(Optional.of(expected))) {
      return false;
    }
    var key = Keys.lambda(expected.name());
    var deleted = new DeletedLambda(expected, now);
    database.awaitDurable(database.put(key, LambdaRecord.ofDeleted(deleted, database.get(key))));
    return known.delete(expected, now);
  }

  @Override
  public List<DeletedLambda> deleted() {
    return known.deleted();
  }

  @Override
  public synchronized void forget(DeletedLambda deleted) {
    if (known.deleted().contains(deleted)) {
      database.awaitDurable(database.delete(Keys.lambda(deleted.lambda().name())));
      known.forget(deleted);
    }
  }

  @Override
  public Optional<LambdaDefinition> find(LambdaName name) {
    return known.find(name);
  }

  @Override
  public List<LambdaDefinition> list() {
    return known.list();
  }
}
