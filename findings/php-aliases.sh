#!/usr/bin/env bash
# Dependency injection in PHP: a test replaces a service that has two names, and the real service is still in use.
#
# In three containers, the service `clock` gets the alias `Clock`, so that services can ask for it by type. A good
# guess: both names mean the same service, so a test can put a fake under one of them, and all code gets the fake. This
# is true for the name `clock`. But if the test uses the alias:
# - In Laravel's container and PHP-DI, `Clock` is the fake, and `clock` is still the real one.
# - In a dumped container of Symfony, `get('Clock')` returns the fake, but a service that needs a `Clock` gets the real
#   one. So the test sees its fake in the container, and the tested code doesn't use it.
# None of the three warns of it.
#
# Laravel's container (Illuminate) 10.48, PHP-DI 7.0, Symfony 6.4, PHP 8.4 (Debian 13).
# Known: symfony/symfony#16461 and #35176, laravel/framework#37810 for mocks. No report found for PHP-DI, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_php php-illuminate-container,php-di,php-symfony-dependency-injection <<'PHP'
<?php
require '/usr/share/php/Illuminate/Container/autoload.php';
require '/usr/share/php/PhpDi/autoload.php';
require '/usr/share/php/Symfony/Component/DependencyInjection/autoload.php';

interface Clock {}
class RealClock implements Clock {}
class FakeClock implements Clock {}
class Feed { function __construct(public Clock $clock) {} }

function laravel($name) {
    $container = new Illuminate\Container\Container;
    $container->singleton('clock', RealClock::class);
    $container->alias('clock', Clock::class);
    $container->instance($name, new FakeClock);
    return $container;
}

function phpDI($name) {
    $container = new DI\Container(['clock' => DI\create(RealClock::class), Clock::class => DI\get('clock')]);
    $container->set($name, new FakeClock);
    return $container;
}

$builder = new Symfony\Component\DependencyInjection\ContainerBuilder;
$builder->register('clock', RealClock::class)->setPublic(true);
$builder->setAlias(Clock::class, 'clock')->setPublic(true);
$builder->register(Feed::class, Feed::class)->setPublic(true)->setAutowired(true);
$builder->compile();
$dumper = new Symfony\Component\DependencyInjection\Dumper\PhpDumper($builder);
eval('?>' . $dumper->dump(['class' => 'Dumped']));

function symfony($name) {
    $container = new Dumped;
    $container->set($name, new FakeClock);
    return $container;
}

foreach (['clock', 'Clock'] as $name) {
    echo "with a fake under the name $name:\n";
    foreach (['laravel', 'phpDI', 'symfony'] as $make) {
        $container = $make($name);
        $clocks = [$container->get('clock'), $container->get('Clock'), $container->get('Feed')->clock];
        $words = array_map(fn($clock) => $clock instanceof FakeClock ? 'fake' : 'real', $clocks);
        vprintf("  $make: clock is %s, Clock is %s, the feed has the %s one\n", $words);
    }
}
PHP
)

expect "php-cli	2:8.4
php-di	7.0
php-illuminate-container	10.48
php-symfony-dependency-injection	6.4
with a fake under the name clock:
  laravel: clock is fake, Clock is fake, the feed has the fake one
  phpDI: clock is fake, Clock is fake, the feed has the fake one
  symfony: clock is fake, Clock is fake, the feed has the fake one
with a fake under the name Clock:
  laravel: clock is real, Clock is fake, the feed has the fake one
  phpDI: clock is real, Clock is fake, the feed has the fake one
  symfony: clock is real, Clock is fake, the feed has the real one" "$seen"
