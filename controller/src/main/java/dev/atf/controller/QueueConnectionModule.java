package dev.atf.controller;

import dagger.Module;
import dagger.Provides;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Hands the connection to SQS to who closes it. */
@Module
interface QueueConnectionModule {
  @Provides
  static QueueConnection queue(SqsClient client) {
    return client::close;
  }
}
