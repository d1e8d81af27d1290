package dev.atf.store.route;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.Stores;
import dev.atf.store.dynamodb.item.LambdaItem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DynamoDbRoutesTest extends RouteRegistryContract {
  private static final LocalDynamoDb.Fresh TABLES = LocalDynamoDb.shared().freshTables();
  private static final Stores STORES = TABLES.stores();

  @Override
  protected Stores stores() {
    return STORES;
  }

  @Test
  void aVersionWithoutRoutesCannotReadTheirRowsAsLambdas() {
    var name = new LambdaName("shown-to-nobody");
    var route = new Route(name, List.of(), new LambdaName("other"), 1, NOW);
    assertThat(STORES.routes().put(route, Optional.empty())).isTrue();

    var rows =
        TABLES
            .parts()
            .client()
            .scan(request -> request.tableName(TABLES.parts().tables().lambdas()))
            .items();
    var row =
        rows.stream()
            .filter(item -> item.get("name").s().endsWith(name.value()))
            .findFirst()
            .orElseThrow();

    assertThatThrownBy(() -> LambdaItem.read(row)).hasMessageStartingWith("an item has no owner");
  }
}
