package dev.atf.storeconsumer;

import com.linecorp.armeria.client.ClientFactory;
import dagger.Module;
import dagger.Provides;
import dev.atf.hints.HintConnections;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Connects to DynamoDB, SQS and other store consumers, and provides the connections to the service,
 * which closes them.
 */
@Module(includes = HintConnections.class)
interface StoreConsumerConnectionModule {
  @Provides
  static StoreConsumerService.Connections connections(
      DynamoDbClient store, SqsClient queues, ClientFactory consumers) {
    return new StoreConsumerService.Connections(List.of(consumers, queues, store));
  }
}
