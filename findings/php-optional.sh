#!/usr/bin/env bash
# Dependency injection in PHP: a constructor has an optional parameter, and silently gets null for a registered service.
#
# A database is registered, and it needs a disk. The constructor of a service has the parameter
# `?Database $database = null`. A good guess: null means that nobody has registered a database. Here, the service gets
# the database; and if nobody has registered the disk, there is an error, as for a parameter without "= null". Symfony
# does so. In fact, in the other two containers:
# - PHP-DI always passes null, even if it could build the database. Without "= null", it passes the database.
# - Laravel's container passes the database. But if the disk is missing, it catches the error and passes null. So a
#   mistake in a registration looks as if there were no database, and no message names the disk.
#
# Laravel's container (Illuminate) 10.48, PHP-DI 7.0, Symfony 6.4, PHP 8.4 (Debian 13).
# Known: PHP-DI/PHP-DI#171, #405 and #637. No report found for Laravel, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_php php-illuminate-container,php-di,php-symfony-dependency-injection <<'PHP'
<?php
require '/usr/share/php/Illuminate/Container/autoload.php';
require '/usr/share/php/PhpDi/autoload.php';
require '/usr/share/php/Symfony/Component/DependencyInjection/autoload.php';

interface Disk {}
class SSD implements Disk {}
class Database { function __construct(public Disk $disk) {} }
class Required { function __construct(public ?Database $database) {} }
class Optional { function __construct(public ?Database $database = null) {} }

function laravel($withDisk, $class) {
    $container = new Illuminate\Container\Container;
    if ($withDisk) $container->singleton(Disk::class, SSD::class);
    $container->singleton(Database::class);
    return $container->make($class);
}

function phpDI($withDisk, $class) {
    $definitions = [Database::class => DI\autowire()];
    if ($withDisk) $definitions[Disk::class] = DI\create(SSD::class);
    return (new DI\Container($definitions))->get($class);
}

function symfony($withDisk, $class) {
    $builder = new Symfony\Component\DependencyInjection\ContainerBuilder;
    if ($withDisk) $builder->register(Disk::class, SSD::class);
    $builder->register(Database::class, Database::class)->setAutowired(true);
    $builder->register($class, $class)->setPublic(true)->setAutowired(true);
    $builder->compile();
    return $builder->get($class);
}

foreach ([true, false] as $withDisk) {
    echo $withDisk ? "the database has its disk:\n" : "nobody has registered the disk:\n";
    foreach (['laravel', 'phpDI', 'symfony'] as $make) {
        $seen = [];
        foreach ([Required::class, Optional::class] as $class) {
            try {
                $seen[] = get_debug_type($make($withDisk, $class)->database);
            } catch (Exception $error) {
                $seen[] = (new ReflectionClass($error))->getShortName();
            }
        }
        vprintf("  $make: %s, with \"= null\": %s\n", $seen);
    }
}
PHP
)

expect 'php-cli	2:8.4
php-di	7.0
php-illuminate-container	10.48
php-symfony-dependency-injection	6.4
the database has its disk:
  laravel: Database, with "= null": Database
  phpDI: Database, with "= null": null
  symfony: Database, with "= null": Database
nobody has registered the disk:
  laravel: BindingResolutionException, with "= null": null
  phpDI: InvalidDefinition, with "= null": null
  symfony: RuntimeException, with "= null": RuntimeException' "$seen"
