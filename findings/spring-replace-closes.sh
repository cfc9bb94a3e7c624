#!/usr/bin/env bash
# Spring (Java): a test replaces the clock, and Spring closes the database that the app is using.
#
# A `Feed` needs a `Database`, and the database needs a `Clock`. The app holds the feed. Then a test registers a fake
# under the name of the clock. A good guess: existing services keep the real clock and continue to work, and only
# services that are built later get the fake. In fact, Spring immediately destroys the singletons that need the clock,
# and also those that need it through another service. The feed that the app holds now has a closed database. The next
# `getBean` builds another feed with another database. The log says that a definition is replaced, but not that
# something is closed.
#
# Spring 4.3.30 (Debian 13), Java 21.
# Known: cuba-platform/cuba#3306 is about code that works around it. No report found for Spring, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_spring <<'JAVA'
import org.springframework.beans.factory.DisposableBean;
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
    public static class Database implements DisposableBean {
        @Autowired Clock clock;
        String state = "open";
        public void destroy() { state = "closed"; }
    }
    public static class Feed {
        @Autowired Database database;
    }

    static void show(String name, Feed feed) {
        Database database = feed.database;
        System.out.println(name + ": " + database.state + " database with the " + database.clock.name() + " clock");
    }

    public static void main(String[] arguments) {
        System.out.println("Spring " + SpringVersion.getVersion());
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBeanDefinition("clock", new RootBeanDefinition(Clock.class));
        context.registerBeanDefinition("database", new RootBeanDefinition(Database.class));
        context.registerBeanDefinition("feed", new RootBeanDefinition(Feed.class));
        context.refresh();

        Feed feed = context.getBean(Feed.class);
        show("the app's feed", feed);
        context.registerBeanDefinition("clock", new RootBeanDefinition(FakeClock.class));
        show("the app's feed, after the fake is registered", feed);
        show("the feed of the next getBean", context.getBean(Feed.class));
    }
}
JAVA
)

expect "Spring 4.3.30.RELEASE
the app's feed: open database with the real clock
the app's feed, after the fake is registered: closed database with the real clock
the feed of the next getBean: open database with the fake clock" "$seen"
