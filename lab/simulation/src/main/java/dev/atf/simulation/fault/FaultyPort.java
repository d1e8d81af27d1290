package dev.atf.simulation.fault;

import dev.atf.sim.time.StuckEvents;
import dev.atf.sim.time.VirtualProcess;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Port as one process has it: each call takes time, so that others come between, and may fail
 * before or after it is done.
 */
public final class FaultyPort implements InvocationHandler {
  private final Object real;
  private final Set<String> reads;
  private final Set<String> silent;
  private final StuckEvents stuck;
  private final VirtualProcess process;
  private final FaultProfile profile;
  private final Function<CallFault, RuntimeException> failures;
  private final FaultHook hook;

  private FaultyPort(
      StuckEvents stuck,
      Object real,
      Set<String> reads,
      Set<String> silent,
      VirtualProcess process,
      FaultProfile profile,
      Function<CallFault, RuntimeException> failures,
      FaultHook hook) {
    this.stuck = stuck;
    this.real = real;
    this.reads = reads;
    this.silent = silent;
    this.process = process;
    this.profile = profile;
    this.failures = failures;
    this.hook = hook;
  }

  /**
   * @param reads methods that change nothing
   * @param silent methods that never throw: on a failure they do nothing
   * @param failures exceptions that a process sees of a fault
   */
  public static <T> T of(
      StuckEvents stuck,
      Class<T> port,
      T real,
      Set<String> reads,
      Set<String> silent,
      VirtualProcess process,
      FaultProfile profile,
      Function<CallFault, RuntimeException> failures,
      FaultHook hook) {
    var handler = new FaultyPort(stuck, real, reads, silent, process, profile, failures, hook);
    return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return call(method, arguments);
    }
    boolean write = !reads.contains(method.getName());
    pass();
    process.sleepUninterruptibly(profile.latency());
    var said = arguments == null ? List.of() : Arrays.asList(arguments);
    var drawn = profile.next(process.name(), said);
    var fault = drawn == CallFault.NONE || write ? drawn : CallFault.REFUSED;
    switch (fault) {
      case REFUSED, LOST -> {
        process.sleepUninterruptibly(profile.latency());
        return fail(method, fault);
      }
      case DONE_LATE -> {
        var late = profile.late(said);
        stuck.add(said, late.by(), late.occasion(), () -> callUnheard(method, arguments));
        process.sleepUninterruptibly(profile.latency());
        return fail(method, fault);
      }
      case DONE_TWICE -> {
        callUnheard(method, arguments);
        process.sleepUninterruptibly(profile.latency());
      }
      case NONE, ANSWER_LOST -> {}
    }
    var result = call(method, arguments);
    pass();
    if (write) {
      process.sleepUninterruptibly(profile.latency());
    }
    return fault == CallFault.ANSWER_LOST ? fail(method, fault) : result;
  }

  private @Nullable Object fail(Method method, CallFault fault) {
    if (silent.contains(method.getName())) {
      return null;
    }
    throw failures.apply(fault);
  }

  private void pass() {
    process.checkAlive();
    hook.passing(process);
    process.checkAlive();
  }

  private void callUnheard(Method method, Object @Nullable [] arguments) {
    try {
      var ignored = call(method, arguments);
    } catch (RuntimeException e) {
      // The caller does not receive the refusal either.
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private Object call(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Hook that is called before and after every call of a port, where faults do most harm. */
  public interface FaultHook {
    /** Pauses or kills the process, or does nothing; the thread of a killed process stops here. */
    void passing(VirtualProcess process);
  }
}
