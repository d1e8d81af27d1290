package dev.atf.e2e.rollout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.e2e.documents.Checkout;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.model.TaskStatus;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbConnection;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.dynamodb.item.Attributes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;

/**
 * The programs of the restore runbook that need an account, {@code aws} and {@code npx}, as far as
 * the runbook uses them: for processes of this machine and for DynamoDB Local. A command or an
 * option that the runbook does not have is refused.
 */
final class AccountCommands implements AutoCloseable {
  /** Sends its words, one in each line, to the server, and prints the answer. */
  private static final String PROGRAM =
      """
      #!/usr/bin/env bash
      printf '%%s\\n' "${0##*/}" "$@" |
        curl --silent --show-error --fail-with-body --data-binary @- http://127.0.0.1:%d
      """;

  private final HttpServer server;
  private final DynamoDbClient tables;
  private final Map<String, JavaProcess> services;
  private final Runnable deployment;
  private final Map<String, List<Map<String, AttributeValue>>> pointInTime = new HashMap<>();
  private final Map<String, Set<String>> completed = new TreeMap<>();

  private AccountCommands(
      HttpServer server, String store, Map<String, JavaProcess> services, Runnable deployment) {
    this.server = server;
    this.tables = DynamoDbConnection.open(new DynamoDbConfig(store, "", ""));
    this.services = Map.copyOf(services);
    this.deployment = deployment;
  }

  /**
   * Places the programs into the directory {@code bin} of a checkout.
   *
   * @param store the endpoint of DynamoDB Local
   * @param services processes by {@code CLUSTER/SERVICE} of ECS
   * @param deployment what {@code cdk deploy} does
   */
  static AccountCommands placeIn(
      Checkout checkout, String store, Map<String, JavaProcess> services, Runnable deployment)
      throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var commands = new AccountCommands(server, store, services, deployment);
    server.createContext("/", commands::answer);
    server.start();
    var program = PROGRAM.formatted(server.getAddress().getPort());
    checkout.place("bin/aws", program);
    checkout.place("bin/npx", program);
    return commands;
  }

  /**
   * Copies the tables of a cluster: the state to which they are restored later.
   *
   * @return the tasks that are unfinished in the copies
   */
  Set<String> rememberTables(String prefix) {
    var names = TableNames.withPrefix(prefix);
    for (var table : names.all()) {
      var items = tables.scanPaginator(r -> r.tableName(table).consistentRead(true)).items();
      pointInTime.put(table, items.stream().toList());
    }
    return pointInTime.get(names.associations()).stream()
        .filter(item -> !item.get(Attributes.STATUS).s().equals(TaskStatus.SUCCESS.name()))
        .map(item -> item.get(Attributes.TASK_ID).s())
        .collect(Collectors.toSet());
  }

  /** Returns what was turned on again, by table. */
  Map<String, Set<String>> completed() {
    return completed;
  }

  private void answer(HttpExchange call) throws IOException {
    try (call) {
      var words = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).lines();
      int status = 200;
      String text;
      try {
        text = run(words.toList());
      } catch (RuntimeException e) {
        status = 500;
        text = e + "\n";
      }
      var body = text.getBytes(StandardCharsets.UTF_8);
      call.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      call.getResponseBody().write(body);
    }
  }

  private String run(List<String> words) {
    var command = String.join(" ", words.subList(0, 3));
    var options = options(words);
    return switch (command + " " + options.keySet()) {
      case "aws ecs list-services [--cluster, --output, --query]" ->
          services.keySet().stream()
              .filter(service -> service.startsWith(options.get("--cluster") + "/"))
              .map(service -> "arn:aws:ecs:us-east-1:123456789012:service/" + service)
              .collect(Collectors.joining("\t", "", "\n"));
      case "aws application-autoscaling register-scalable-target"
              + " [--resource-id, --scalable-dimension, --service-namespace, --suspended-state]" -> {
        service(Objects.requireNonNull(options.get("--resource-id")).replace("service/", ""));
        yield "";
      }
      case "aws ecs update-service [--cluster, --desired-count, --service]" -> {
        var arn = Objects.requireNonNull(options.get("--service"));
        var process = service(arn.substring(arn.indexOf("service/") + "service/".length()));
        if (process.terminate() != DeployedCluster.TERMINATED) {
          throw new IllegalStateException(process.output());
        }
        yield "";
      }
      case "aws ecs wait [--cluster, --services]" -> ""; // update-service waits already
      case "aws dynamodb restore-table-to-point-in-time"
              + " [--restore-date-time, --source-table-name, --target-table-name]" -> {
        var unused = Instant.parse(options.get("--restore-date-time"));
        yield restore(options.get("--source-table-name"), options.get("--target-table-name"));
      }
      case "aws dynamodb wait [--table-name]" -> arn(options.get("--table-name")) + "\n";
      case "aws dynamodb describe-table [--output, --query, --table-name]" ->
          arn(options.get("--table-name")) + "\n";
      case "aws dynamodb update-continuous-backups"
              + " [--point-in-time-recovery-specification, --table-name]" ->
          complete(options.get("--table-name"), "recovery");
      case "aws dynamodb update-table [--deletion-protection-enabled, --table-name]" ->
          complete(options.get("--table-name"), "protection");
      case "aws dynamodb tag-resource [--resource-arn, --tags]" ->
          complete(
              Objects.requireNonNull(options.get("--resource-arn")).replaceFirst(".*/", ""),
              Objects.requireNonNull(options.get("--tags")));
      case "npx aws-cdk@2 deploy [--all, -c]" -> {
        deployment.run();
        yield "";
      }
      default -> throw new IllegalArgumentException("unknown: " + words);
    };
  }

  /** Returns the options, with all of their values or nothing, in the order of their names. */
  private static Map<String, String> options(List<String> words) {
    var options = new TreeMap<String, String>();
    var option = "";
    for (var word : words.subList(3, words.size())) {
      if (word.startsWith("-")) {
        option = word;
        options.put(option, "");
      } else if (!option.isEmpty()) {
        options.merge(option, word, (values, value) -> (values + " " + value).strip());
      }
    }
    return options;
  }

  private JavaProcess service(String name) {
    return Objects.requireNonNull(services.get(name), name);
  }

  private String arn(String table) {
    return tables.describeTable(r -> r.tableName(table)).table().tableArn();
  }

  private String complete(String table, String what) {
    var unused = arn(table);
    completed.computeIfAbsent(table, name -> new TreeSet<>()).add(what);
    return "";
  }

  /** Makes a table without TTL, stream, backups, protection and tags, as AWS does. */
  private String restore(String source, String target) {
    var table = tables.describeTable(r -> r.tableName(source)).table();
    var indexes = new ArrayList<GlobalSecondaryIndex>();
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      indexes.add(
          GlobalSecondaryIndex.builder()
              .indexName(index.indexName())
              .keySchema(index.keySchema())
              .projection(index.projection())
              .build());
    }
    tables.createTable(
        r -> {
          r.tableName(target)
              .attributeDefinitions(table.attributeDefinitions())
              .keySchema(table.keySchema())
              .billingMode(BillingMode.PAY_PER_REQUEST);
          if (!indexes.isEmpty()) {
            r.globalSecondaryIndexes(indexes);
          }
        });
    for (var item : Objects.requireNonNull(pointInTime.get(source), source)) {
      tables.putItem(r -> r.tableName(target).item(item));
    }
    return "";
  }

  @Override
  public void close() {
    server.stop(0);
    tables.close();
  }
}
