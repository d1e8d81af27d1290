package dev.atf.infra.constructs.store;

import dev.atf.infra.constructs.service.NagReason;
import dev.atf.queue.QueueAdmin;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/**
 * Queues: one for unusable messages, and one for each priority of each lambda, unless registrations
 * create the latter. Messages are references without payloads. They can be lost, because alarms
 * push them again.
 */
public final class LambdaQueues extends Construct {
  public LambdaQueues(Construct scope, String id, LambdaQueuesProps props) {
    super(scope, id);
    var unusable = queue("Unusable", props.unusable(), props).build();
    var redrive =
        DeadLetterQueue.builder().queue(unusable).maxReceiveCount(QueueAdmin.RECEIVES_MAX).build();
    if (props.names().isEmpty()) {
      NagReason.UNUSABLE_OF_REGISTERED_QUEUES.on(unusable);
    }
    props
        .names()
        .forEach(
            (lambda, names) ->
                names.forEach(
                    name -> {
                      var queue =
                          queue(name, name, props)
                              .visibilityTimeout(Duration.seconds(props.visibility().toSeconds()))
                              .deadLetterQueue(redrive)
                              .build();
                      // As registrations do.
                      Tags.of(queue).add("atf:lambda", lambda);
                    }));
  }

  private Queue.Builder queue(String id, String name, LambdaQueuesProps props) {
    return Queue.Builder.create(this, id)
        .queueName(name)
        .encryption(QueueEncryption.SQS_MANAGED)
        .enforceSsl(true)
        .retentionPeriod(Duration.seconds(QueueAdmin.RETENTION.toSeconds()))
        .removalPolicy(props.keepData() ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
  }
}
