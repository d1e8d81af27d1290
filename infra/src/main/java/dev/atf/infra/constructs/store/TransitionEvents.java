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
 * Sends changes of tasks to a bus of EventBridge, for the statuses of {@link
 * TransitionEventsProps#statuses} and for subscribers that do not call the API: rules, SNS topics,
 * other accounts. Optional; a cluster does not need it.
 *
 * <p>Events are delivered at least once, each with the task as it was written: one that is sent
 * twice, or that changed only its lease, has the same status in {@code fromStatus}. Events that
 * could not be delivered within a day of retries are in {@link #undelivered}, as positions in the
 * stream.
 */
public final class TransitionEvents extends Construct {
  /** Source that rules match. */
  public static final String SOURCE = "dev.atf";

  public static final String DETAIL_TYPE = "Transition";

  /** Longest time of retries: as long as the stream keeps a record. */
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
   * Returns the template of an event. Numbers are texts in a stream; {@code attempt} is unquoted to
   * become one.
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
