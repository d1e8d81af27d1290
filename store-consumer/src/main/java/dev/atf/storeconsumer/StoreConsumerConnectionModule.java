package dev.atf.storeconsumer;

import dagger.Module;
import dagger.Provides;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.storeconsumer.pool.CloseablePorts;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Connects to DynamoDB and SQS, and provides the connections to the service that closes them. */
@Module
interface StoreConsumerConnectionModule {
  @Provides
  static DynamoDbConfig store(StoreConsumerConfig config) {
    return config.store();
  }

  @Provides
  static SqsConfig queue(StoreConsumerConfig config) {
    return config.queue();
  }

  @Provides
  static CloseablePorts connections(DynamoDbClient store, SqsClient queues) {
    return new CloseablePorts(List.of(queues, store));
  }
}
