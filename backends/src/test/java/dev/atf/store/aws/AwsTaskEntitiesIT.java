package dev.atf.store.aws;

import dev.atf.store.Stores;
import dev.atf.store.TaskEntitiesContract;
import dev.atf.testaws.AwsSite;
import dev.atf.testaws.OnAws;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnAws.class)
final class AwsTaskEntitiesIT extends TaskEntitiesContract {
  private Stores stores;

  @BeforeEach
  void open(AwsSite site) {
    stores = AwsStores.on(site);
  }

  @Override
  protected Stores stores() {
    return stores;
  }
}
