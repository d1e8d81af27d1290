package dev.atf.infra.constructs.store;

import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.pipes.CfnPipe;
import software.amazon.awscdk.services.pipes.CfnPipe.DeadLetterConfigProperty;
import software.amazon.awscdk.services.pipes.CfnPipe.FilterCriteriaProperty;
import software.amazon.awscdk.services.pipes.CfnPipe.FilterProperty;
import software.amazon.awscdk.services.pipes.CfnPipe.PipeSourceDynamoDBStreamParametersProperty;
import software.amazon.awscdk.services.pipes.CfnPipe.PipeSourceParametersProperty;
import software.amazon.awscdk.services.pipes.CfnPipe.PipeTargetEventBridgeEventBusParametersProperty;
import software.amazon.awscdk.services.pipes.CfnPipe.PipeTargetParametersProperty;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/**
 * Sends changes of tasks to a bus of EventBridge, for subscribers that do not call the API: rules,
 * SNS topics, other accounts. Only changes to {@link TransitionEventsProps#statuses} are sent. A
 * cluster does not need it.
 *
 * <p>Events are delivered at least once. Each one contains the task as it was written. In a
 * repeated event, and in an event for a change of the lease only, {@code fromStatus} is the current
 * status. Events that could not be delivered within a day of retries are in {@link #undelivered},
 * as positions in the stream.
 */
public final class TransitionEvents extends Construct {
  /** Source of the events, which rules match. */
  public static final String SOURCE = "dev.atf";

  public static final String DETAIL_TYPE = "Transition";

  /** Maximum time of retries in seconds, which is the retention of the stream. */
  private static final int TRIED_SECONDS_MAX = 86_400;

  private static final int BATCH = 10;

  private final EventBus bus;
  private final Queue undelivered;

  public TransitionEvents(Construct scope, String id, TransitionEventsProps props) {
    super(scope, id);
    var removal = props.keepData() ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.bus = EventBus.Builder.create(this, "Bus").eventBusName(props.busName()).build();
    bus.applyRemovalPolicy(removal);
    this.undelivered =
        Queue.Builder.create(this, "Undelivered")
            .encryption(QueueEncryption.SQS_MANAGED)
            .enforceSsl(true)
            .removalPolicy(removal)
            .build();
    var role =
        Role.Builder.create(this, "Role")
            .assumedBy(new ServicePrincipal("pipes.amazonaws.com"))
            .build();
    props.associations().grantStreamRead(role);
    bus.grantPutEventsTo(role);
    undelivered.grantSendMessages(role);
    CfnPipe.Builder.create(this, "Pipe")
        .roleArn(role.getRoleArn())
        .source(streamOf(props.associations()))
        .sourceParameters(
            PipeSourceParametersProperty.builder()
                .dynamoDbStreamParameters(
                    PipeSourceDynamoDBStreamParametersProperty.builder()
                        .startingPosition("LATEST")
                        .batchSize(BATCH)
                        .onPartialBatchItemFailure("AUTOMATIC_BISECT")
                        .maximumRecordAgeInSeconds(TRIED_SECONDS_MAX)
                        .deadLetterConfig(
                            DeadLetterConfigProperty.builder()
                                .arn(undelivered.getQueueArn())
                                .build())
                        .build())
                .filterCriteria(
                    FilterCriteriaProperty.builder()
                        .filters(List.of(FilterProperty.builder().pattern(pattern(props)).build()))
                        .build())
                .build())
        .target(bus.getEventBusArn())
        .targetParameters(
            PipeTargetParametersProperty.builder()
                .eventBridgeEventBusParameters(
                    PipeTargetEventBridgeEventBusParametersProperty.builder()
                        .source(SOURCE)
                        .detailType(DETAIL_TYPE)
                        .build())
                .inputTemplate(template())
                .build())
        .build();
  }

  /** Returns the bus for rules. */
  public IEventBus bus() {
    return bus;
  }

  public Queue undelivered() {
    return undelivered;
  }

  private static String streamOf(ITable table) {
    var stream = table.getTableStreamArn();
    if (stream == null) {
      throw new IllegalArgumentException("the table of associations has no stream");
    }
    return stream;
  }

  private static String pattern(TransitionEventsProps props) {
    var statuses =
        props.statuses().stream()
            .sorted()
            .map(status -> '"' + status.name() + '"')
            .collect(Collectors.joining(","));
    return "{\"eventName\":[\"INSERT\",\"MODIFY\"],\"dynamodb\":{\"NewImage\":{\"status\":{\"S\":["
        + statuses
        + "]}}}}";
  }

  /**
   * Returns the template of an event. A stream contains numbers as texts. {@code attempt} is not
   * quoted, so that it becomes a number.
   */
  private static String template() {
    return """
    {"attempt":<$.dynamodb.NewImage.attempt.N>,\
    "collection":"<$.dynamodb.NewImage.collection.S>",\
    "cursor":"<$.dynamodb.SequenceNumber>",\
    "fromStatus":"<$.dynamodb.OldImage.status.S>",\
    "lambda":"<$.dynamodb.NewImage.lambda.S>",\
    "priority":"<$.dynamodb.NewImage.priority.S>",\
    "status":"<$.dynamodb.NewImage.status.S>",\
    "taskId":"<$.dynamodb.Keys.task_id.S>"}\
    """;
  }
}
