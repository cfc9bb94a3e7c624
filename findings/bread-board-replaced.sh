#!/usr/bin/env bash
# Bread::Board (Perl): a test replaces a service, and services that need it still get the old service.
#
# `db` needs `dsn`. A test puts another `dsn` in the container, or in a clone of the container. A good guess: no service
# is a singleton, so `db` is built at each call, with the `dsn` that is registered at that time. In fact, if `db` was
# built before the replacement, it keeps the old `dsn`, also in a clone that is made later. Only `dsn` itself changes.
# Nothing warns of it.
#
# Bread::Board 0.37 (Debian 13).
# Known: stevan/BreadBoard#36 has the cause: a service keeps the dependencies that it was built with.
. "$(dirname "$0")/common.sh"

seen=$(run_debian "$work/root" libbread-board-perl main.pl 'perl main.pl' <<'PERL'
use strict;
use warnings;
use Bread::Board;

print "Bread::Board $Bread::Board::VERSION\n";
for my $built_before (0, 1) {
    my $app = container App => as {
        service dsn => 'real';
        service db => (dependencies => ['dsn'], block => sub { 'a database with the ' . $_[0]->param('dsn') . ' dsn' });
    };
    $app->resolve(service => 'db') if $built_before;
    my $clone = $app->clone;
    container $_ => as { service dsn => 'fake' } for $app, $clone;
    print $built_before ? "built before:\n" : "not built before:\n";
    for (['container', $app], ['clone', $clone]) {
        my ($name, $container) = @$_;
        my ($dsn, $db) = map { $container->resolve(service => $_) } 'dsn', 'db';
        print "  the $name has the $dsn dsn and $db\n";
    }
}
PERL
)

expect "Bread::Board 0.37
not built before:
  the container has the fake dsn and a database with the fake dsn
  the clone has the fake dsn and a database with the fake dsn
built before:
  the container has the fake dsn and a database with the real dsn
  the clone has the fake dsn and a database with the real dsn" "$seen"
