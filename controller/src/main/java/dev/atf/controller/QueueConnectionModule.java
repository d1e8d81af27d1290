package dev.atf.controller;

import dagger.Module;
import dagger.Provides;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Connects to SQS, and provides the connection to the service, which closes it. */
@Module
interface QueueConnectionModule {
  @Provides
  static QueueConnection queue(SqsClient client) {
    return client::close;
  }
}
