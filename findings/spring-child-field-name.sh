#!/usr/bin/env bash
# Spring (Java): a test has a fake clock in a child context, and a service gets the real one because of a field's name.
#
# The app's context has the bean `clock`. A test makes a child of this context, and registers a `fakeClock` and the
# tested services there. A good guess: Spring looks in the child first and then in the parent, so `getBean` gives the
# fake, and the fields of the services get it too. In fact, only `getBean(Clock.class)` does this. For `@Autowired`,
# Spring looks for clocks in both contexts, and doesn't prefer the child's clock:
# - A field that is named `clock` silently gets the real clock, because the bean of the parent has the same name.
# - A field that has another name leads to NoUniqueBeanDefinitionException.
# - If the parent's clock is primary, both fields silently get the real clock.
# If the child's clock also has the name `clock`, it hides the parent's clock, and everybody gets the fake.
#
# Spring 4.3.30 (Debian 13), Java 21.
# Known: no report found, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_spring <<'JAVA'
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.SpringVersion;

public class Main {
    public static class Clock {
        String name() { return "real"; }
    }
    public static class FakeClock extends Clock {
        String name() { return "fake"; }
    }
    interface HasClock {
        Clock get();
    }
    public static class Feed implements HasClock {
        @Autowired Clock clock;
        public Clock get() { return clock; }
    }
    public static class Alarm implements HasClock {
        @Autowired Clock time;
        public Clock get() { return time; }
    }

    static RootBeanDefinition lazy(Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setLazyInit(true);
        return definition;
    }

    static String clock(AnnotationConfigApplicationContext context, Class<? extends HasClock> type) {
        try {
            return context.getBean(type).get().name();
        } catch (UnsatisfiedDependencyException error) {
            return error.getCause().getClass().getSimpleName();
        }
    }

    static void show(boolean primary, String name) {
        AnnotationConfigApplicationContext app = new AnnotationConfigApplicationContext();
        RootBeanDefinition real = new RootBeanDefinition(Clock.class);
        real.setPrimary(primary);
        app.registerBeanDefinition("clock", real);
        app.refresh();

        AnnotationConfigApplicationContext test = new AnnotationConfigApplicationContext();
        test.setParent(app);
        test.registerBeanDefinition(name, new RootBeanDefinition(FakeClock.class));
        test.registerBeanDefinition("feed", lazy(Feed.class));
        test.registerBeanDefinition("alarm", lazy(Alarm.class));
        test.refresh();

        System.out.println((primary ? "primary clock" : "clock") + " in the parent, " + name + " in the child:");
        System.out.println("  getBean(Clock.class): " + test.getBean(Clock.class).name());
        System.out.println("  @Autowired Clock clock: " + clock(test, Feed.class));
        System.out.println("  @Autowired Clock time: " + clock(test, Alarm.class));
    }

    public static void main(String[] arguments) {
        System.out.println("Spring " + SpringVersion.getVersion());
        show(false, "fakeClock");
        show(true, "fakeClock");
        show(false, "clock");
    }
}
JAVA
)

expect "Spring 4.3.30.RELEASE
clock in the parent, fakeClock in the child:
  getBean(Clock.class): fake
  @Autowired Clock clock: real
  @Autowired Clock time: NoUniqueBeanDefinitionException
primary clock in the parent, fakeClock in the child:
  getBean(Clock.class): fake
  @Autowired Clock clock: real
  @Autowired Clock time: real
clock in the parent, clock in the child:
  getBean(Clock.class): fake
  @Autowired Clock clock: fake
  @Autowired Clock time: fake" "$seen"
