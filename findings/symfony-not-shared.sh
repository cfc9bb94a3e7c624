#!/usr/bin/env bash
# Symfony (PHP): a new service asks for an iterator, and another service gets the same object twice instead of two.
#
# `Cursor` is registered with `setShared(false)`: each service that needs a cursor gets a new one. `Pair` needs two
# cursors and gets two. Then somebody adds a `Report` that needs an iterator over two cursors. A good guess: nothing
# changes for the pair, and the report sees two cursors, or two new cursors in each loop over the iterator. And the
# container that `PhpDumper` writes for production does the same as the `ContainerBuilder` that it is written from. In
# fact, they differ. In the ContainerBuilder, the pair now gets the same cursor twice, and the report sees one cursor at
# each step of both loops. In the dumped container, the pair gets two cursors, and the report sees two new cursors in
# each loop. So a test that uses the ContainerBuilder doesn't show what happens in production.
#
# Symfony 6.4 (Debian 13 has 6.4.50), PHP 8.4.
# Known: no report found, 2026-11. (symfony/symfony#25263 is about a shared non-shared service in calls.)
. "$(dirname "$0")/common.sh"

seen=$(run_php php-symfony-dependency-injection <<'PHP'
<?php
require '/usr/share/php/Symfony/Component/DependencyInjection/autoload.php';

use Symfony\Component\DependencyInjection\Argument\IteratorArgument;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Dumper\PhpDumper;
use Symfony\Component\DependencyInjection\Reference;

class Cursor {}
class Pair { function __construct(public Cursor $first, public Cursor $second) {} }
class Report { function __construct(public iterable $cursors) {} }

function build($withReport) {
    $builder = new ContainerBuilder;
    $builder->register('cursor', Cursor::class)->setShared(false);
    $two = [new Reference('cursor'), new Reference('cursor')];
    $builder->register('pair', Pair::class)->setPublic(true)->setArguments($two);
    if ($withReport) {
        $builder->register('report', Report::class)->setPublic(true)->setArguments([new IteratorArgument($two)]);
    }
    $builder->compile();
    return $builder;
}

function dump($name, $withReport) {
    eval('?>' . (new PhpDumper(build($withReport)))->dump(['class' => $name]));
    return new $name;
}

function show($name, $container, $withReport) {
    $pair = $container->get('pair');
    echo "  $name: cursors of the pair: ", $pair->first === $pair->second ? 1 : 2;
    if ($withReport) {
        $report = $container->get('report');
        $seen = new SplObjectStorage;
        foreach ([1, 2] as $loop) {
            foreach ($report->cursors as $cursor) $seen->attach($cursor);
        }
        echo ", of the report in two loops: ", count($seen);
    }
    echo "\n";
}

echo "without the report:\n";
show('ContainerBuilder', build(false), false);
show('dumped container', dump('Without', false), false);
echo "with the report:\n";
show('ContainerBuilder', build(true), true);
show('dumped container', dump('With', true), true);
PHP
)

expect "php-cli	2:8.4
php-symfony-dependency-injection	6.4
without the report:
  ContainerBuilder: cursors of the pair: 2
  dumped container: cursors of the pair: 2
with the report:
  ContainerBuilder: cursors of the pair: 1, of the report in two loops: 1
  dumped container: cursors of the pair: 2, of the report in two loops: 4" "$seen"
