package dev.atf.infra.access;

import java.util.List;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;

/**
 * ARNs of a cluster's tables and queues. They follow from names, so that no stack depends on the
 * exports of another one.
 */
record ClusterArns(Stack stack, String tablePrefix) {
  List<String> tables(TableUse use) {
    int slash = use.table().indexOf('/');
    if (slash < 0) {
      return List.of(table(use.table()));
    }
    var part = use.table().substring(slash + 1);
    // A stream's name is the time at which it was turned on.
    return List.of(
        table(use.table().substring(0, slash))
            + (use.isOfStream() ? "/stream/*" : "/index/" + part));
  }

  List<String> queues(List<String> names) {
    return names.stream()
        .map(
            name ->
                stack.formatArn(
                    ArnComponents.builder()
                        .service("sqs")
                        .resource(name)
                        .arnFormat(ArnFormat.NO_RESOURCE_NAME)
                        .build()))
        .toList();
  }

  private String table(String name) {
    return stack.formatArn(
        ArnComponents.builder()
            .service("dynamodb")
            .resource("table")
            .resourceName(tablePrefix + name)
            .build());
  }
}
