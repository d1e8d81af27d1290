package dev.atf.infra.constructs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.infra.NeedsNode;
import dev.atf.model.TaskStatus;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.dynamodb.TableSchema;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.dynamodb.ITable;

/** Tests of the pipe from the table's stream to a bus. */
@NeedsNode
final class TransitionEventsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Stack stack = new Stack();
  private final TaskStore store =
      new TaskStore(
          stack,
          "Store",
          new TaskStoreProps(
              TableSchema.of(TableNames.withPrefix("t-")),
              new TableCapacity.OnDemand(0, 0),
              false));

  @Test
  void thePipeReadsTheStreamOfAssociationsAndTellsOfTheStatusesThatAreAskedFor() throws Exception {
    new TransitionEvents(
        stack,
        "Events",
        new TransitionEventsProps(
            associations(), "tasks", Set.of(TaskStatus.SUCCESS, TaskStatus.CLAIMED), false));

    var pipe = only("AWS::Pipes::Pipe").path("Properties");

    assertThat(pipe.at("/Source/Fn::GetAtt/1").asText()).isEqualTo("StreamArn");
    var pattern =
        JSON.readTree(pipe.at("/SourceParameters/FilterCriteria/Filters/0/Pattern").asText());
    assertThat(pattern.at("/dynamodb/NewImage/status/S").toString())
        .isEqualTo("[\"CLAIMED\",\"SUCCESS\"]");
    assertThat(pattern.path("eventName").toString()).isEqualTo("[\"INSERT\",\"MODIFY\"]");
    assertThat(pipe.at("/TargetParameters/InputTemplate").asText())
        .contains("\"taskId\":\"<$.dynamodb.Keys.task_id.S>\"")
        .contains("\"fromStatus\":\"<$.dynamodb.OldImage.status.S>\"")
        .contains("\"attempt\":<$.dynamodb.NewImage.attempt.N>");
    assertThat(pipe.at("/TargetParameters/EventBridgeEventBusParameters/DetailType").asText())
        .isEqualTo("Transition");
    assertThat(pipe.at("/SourceParameters/DynamoDBStreamParameters/DeadLetterConfig/Arn"))
        .isNotEmpty();
    assertThat(only("AWS::Events::EventBus").at("/Properties/Name").asText()).isEqualTo("tasks");
  }

  @Test
  void withoutAStreamOrStatusesThereIsNothingToTell() {
    var entities = store.tables().get(0);

    assertThatThrownBy(
            () ->
                new TransitionEvents(
                    stack,
                    "None",
                    new TransitionEventsProps(
                        entities, "tasks", TransitionEventsProps.ENDS, false)))
        .hasMessageContaining("Streams must be enabled");
    assertThatThrownBy(() -> new TransitionEventsProps(entities, "tasks", Set.of(), false))
        .hasMessageContaining("statuses: none");
  }

  private ITable associations() {
    return store.tables().get(1);
  }

  private JsonNode only(String type) {
    JsonNode template = JSON.valueToTree(Template.fromStack(stack).toJSON());
    var found =
        template.path("Resources").properties().stream()
            .filter(resource -> resource.getValue().path("Type").asText().equals(type))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0).getValue();
  }
}
