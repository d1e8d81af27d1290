package dev.atf.store.embedded;

import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.memory.InMemoryLambdaRegistry;
import java.util.List;
import java.util.Optional;

/** The registered lambdas: few, so that all are in memory, too. */
final class EmbeddedLambdaRegistry implements LambdaRegistry {
  private final Database database;
  private final InMemoryLambdaRegistry known = new InMemoryLambdaRegistry();

  EmbeddedLambdaRegistry(Database database) {
    this.database = database;
    database.scan(
        Keys.kind(Keys.LAMBDA),
        Keys.behind(Keys.kind(Keys.LAMBDA)),
        (key, value) -> known.put(LambdaRecord.read(value), Optional.empty()));
  }

  @Override
  public synchronized boolean put(
      LambdaDefinition definition, Optional<LambdaDefinition> expected) {
    if (!known.find(definition.name()).equals(expected)) {
      return false;
    }
    var key = Keys.lambda(definition.name());
    database.awaitDurable(database.put(key, LambdaRecord.of(definition)));
    return known.put(definition, expected);
  }

  @Override
  public synchronized boolean delete(LambdaDefinition expected) {
    if (!known.find(expected.name()).equals(Optional.of(expected))) {
      return false;
    }
    database.awaitDurable(database.delete(Keys.lambda(expected.name())));
    return known.delete(expected);
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
