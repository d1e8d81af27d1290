package dev.atf.storeconsumer;

import dagger.Module;
import dagger.Provides;
import dev.atf.storeconsumer.pool.CloseablePorts;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Connects to DynamoDB and SQS, and provides the connections to the service that closes them. */
@Module
interface StoreConsumerConnectionModule {
  @Provides
  static CloseablePorts connections(DynamoDbClient store, SqsClient queues) {
    return new CloseablePorts(List.of(queues, store));
  }
}
