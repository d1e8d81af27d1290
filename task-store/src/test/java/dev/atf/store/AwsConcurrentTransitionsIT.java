package dev.atf.store;

import dev.atf.testaws.AwsSite;
import dev.atf.testaws.OnAws;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnAws.class)
final class AwsConcurrentTransitionsIT extends ConcurrentTransitionsContract {
  private Stores stores;

  @BeforeEach
  void open(AwsSite site) {
    stores = AwsStores.on(site);
  }

  @Override
  Stores stores() {
    return stores;
  }
}
