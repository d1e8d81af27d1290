package dev.atf.runtime.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Settings record while it is read. Its components are settings or nested groups; the record of
 * defaults lists all known settings.
 */
final class SettingGroup {
  private final String path;
  private final Record defaults;
  private final Map<String, SettingLeaf> leaves = new LinkedHashMap<>();
  private final Map<String, SettingGroup> groups = new LinkedHashMap<>();

  private SettingGroup(String path, Record defaults) {
    this.path = path;
    this.defaults = defaults;
    for (var component : defaults.getClass().getRecordComponents()) {
      var name = component.getName();
      var value = valueOf(component, defaults);
      var key = path + name;
      if (value instanceof Record group) {
        groups.put(name, new SettingGroup(key + ".", group));
      } else {
        var variable = ConfigLoader.variableOf(key);
        leaves.put(name, new SettingLeaf(key, variable, component.getGenericType(), value));
      }
    }
  }

  static SettingGroup of(Record defaults) {
    return new SettingGroup("", defaults);
  }

  Map<String, SettingLeaf> leaves() {
    return leaves;
  }

  Map<String, SettingGroup> groups() {
    return groups;
  }

  Stream<SettingLeaf> allLeaves() {
    return Stream.concat(
        leaves.values().stream(), groups.values().stream().flatMap(SettingGroup::allLeaves));
  }

  /**
   * Returns the record with the values that were read. If the record's constructor refuses them,
   * the reason is added to {@code problems}, and the default is returned so that the remaining
   * settings are checked, too.
   */
  Record bind(List<String> problems) {
    var components = defaults.getClass().getRecordComponents();
    var values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      var name = components[i].getName();
      var group = groups.get(name);
      values[i] = group == null ? leaf(name).value(problems) : group.bind(problems);
    }
    try {
      return construct(components, values);
    } catch (InvocationTargetException e) {
      problems.addAll(reasons(Objects.requireNonNullElse(e.getCause(), e)));
      return defaults;
    }
  }

  /** Adds each effective setting to a list. */
  void collect(Record bound, List<Setting> settings) {
    for (var component : bound.getClass().getRecordComponents()) {
      var name = component.getName();
      var value = valueOf(component, bound);
      var group = groups.get(name);
      if (group == null) {
        settings.add(leaf(name).inForce(bound.getClass(), name, value));
      } else {
        group.collect((Record) value, settings);
      }
    }
  }

  private SettingLeaf leaf(String name) {
    var leaf = leaves.get(name);
    if (leaf == null) {
      throw new IllegalArgumentException("no setting " + path + name);
    }
    return leaf;
  }

  private Record construct(RecordComponent[] components, Object[] values)
      throws InvocationTargetException {
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      var constructor = defaults.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw e;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(defaults.getClass() + " cannot be created", e);
    }
  }

  /**
   * Returns the reasons of a refusal. An exception with several reasons is a {@code Supplier} of
   * them, because this module shares no type with the modules whose records it reads.
   */
  private List<String> reasons(Throwable refusal) {
    if (refusal instanceof ConfigException config) {
      return config.problems().stream().map(this::withPath).toList();
    }
    return refusal instanceof Supplier<?> supplier && supplier.get() instanceof List<?> several
        ? several.stream().map(reason -> withPath(String.valueOf(reason))).toList()
        : List.of(withPath(String.valueOf(refusal.getMessage())));
  }

  /**
   * Returns the reason with the path of this group in front, unless the record has already added
   * the group.
   */
  private String withPath(String reason) {
    return reason.startsWith(path) ? reason : path + reason;
  }

  private static Object valueOf(RecordComponent component, Record record) {
    try {
      var accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component + " cannot be read", e);
    }
  }
}
