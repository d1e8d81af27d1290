package dev.atf.frontend;

import dagger.Component;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.queue.sqs.SqsQueueModule;
import dev.atf.runtime.process.RuntimeModule;
import dev.atf.store.dynamodb.DynamoDbStoreModule;
import jakarta.inject.Singleton;

/** The frontend on DynamoDB and SQS. */
@Singleton
@Component(
    modules = {
      FrontendModule.class,
      FrontendEnginesModule.class,
      DynamoDbStoreModule.class,
      SqsQueueModule.class,
      RuntimeModule.class
    },
    dependencies = {FrontendConfig.class})
public interface FrontendComponent extends WiredFrontend {
  /** Creates the component for one start. */
  @Component.Factory
  interface Factory {
    FrontendComponent create(FrontendConfig config);
  }
}
