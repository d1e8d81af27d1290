package dev.atf.store.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.route.Route;
import dev.atf.model.route.RouteRule;
import dev.atf.model.route.RoutedBy;
import dev.atf.model.route.RuleCondition;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Routes, and the routes of tasks, as stored messages. */
public final class RouteCodec {
  private RouteCodec() {}

  public static Stored.RoutedBy write(RoutedBy by) {
    return Stored.RoutedBy.newBuilder()
        .setRoute(by.route().value())
        .setRule(by.rule())
        .setVersion(by.version())
        .build();
  }

  public static RoutedBy read(Stored.RoutedBy message) {
    return new RoutedBy(
        new LambdaName(message.getRoute()), message.getRule(), message.getVersion());
  }

  public static Stored.Route write(Route route) {
    return Stored.Route.newBuilder()
        .setName(route.name().value())
        .addAllRules(route.rules().stream().map(RouteCodec::write).toList())
        .setFallback(route.fallback().value())
        .setVersion(route.version())
        .setUpdatedAt(route.updatedAt().toEpochMilli())
        .build();
  }

  public static Route read(Stored.Route message) {
    return new Route(
        new LambdaName(message.getName()),
        message.getRulesList().stream().map(RouteCodec::read).toList(),
        new LambdaName(message.getFallback()),
        message.getVersion(),
        Instant.ofEpochMilli(message.getUpdatedAt()));
  }

  /** Reads a route from its bytes. */
  public static Route route(byte[] bytes) {
    try {
      return read(Stored.Route.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a route is damaged", e);
    }
  }

  private static Stored.RouteRule write(RouteRule rule) {
    @Nullable Priority priority = rule.priority();
    return Stored.RouteRule.newBuilder()
        .setName(rule.name())
        .setWhen(rule.when().text())
        .setLambda(rule.lambda().value())
        .setPriority(priority == null ? "" : priority.value())
        .setCollection(StoredIds.of(rule.collection()))
        .build();
  }

  private static RouteRule read(Stored.RouteRule message) {
    return new RouteRule(
        message.getName(),
        RuleCondition.parse(message.getWhen()),
        new LambdaName(message.getLambda()),
        message.getPriority().isEmpty() ? null : new Priority(message.getPriority()),
        StoredIds.collection(message.getCollection()));
  }
}
