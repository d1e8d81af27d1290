package dev.atf.hsc;

import dagger.Component;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimeModule;
import dev.atf.store.dynamodb.DynamoDbStoreModule;
import jakarta.inject.Singleton;

/** HSC on DynamoDB. */
@Singleton
@Component(
    modules = {
      HscModule.class,
      HscConfigModule.class,
      ConnectionsModule.class,
      DynamoDbStoreModule.class,
      RuntimeModule.class
    },
    dependencies = {HscConfig.class})
public interface HscComponent {
  Service service();

  /** Creates the component for one start. */
  @Component.Factory
  interface Factory {
    HscComponent create(HscConfig config);
  }
}
