#!/usr/bin/env bash
# dependor (Ruby): the method that builds a fake clock has a bug, and dependor silently builds the real clock.
#
# The injector of a test has a method `clock` that builds the fake. A `Feed` needs a clock. A good guess: if this method
# raises an error, the code that asks for a feed gets the error. In fact, dependor misunderstands two kinds of errors:
# - NameError (also NoMethodError): dependor believes that there is no method `clock`. So it looks for a class `Clock`,
#   and the feed gets the real clock. This also replaces the method: the injector builds real clocks from then on.
# - ArgumentError: dependor believes that the method `clock` needs arguments. The feed gets a Proc instead of a clock.
# Another error, for example RuntimeError, reaches the code that asks.
#
# dependor 1.0.1, Ruby 3.3 (Debian 13).
# Known: no report found, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_debian "$work/root" ruby-dependor,ruby main.rb 'ruby main.rb' <<'RUBY'
require 'dependor'

class Clock; end
class FakeClock
  def initialize(hour); end
end
class Feed
  attr_reader :clock
  def initialize(clock); @clock = clock; end
end

methods = {
  'no error' => -> { FakeClock.new(7) },
  'NameError' => -> { FakeClok.new(7) },
  'NoMethodError' => -> { FakeClock.new(nil.hour) },
  'ArgumentError' => -> { FakeClock.new },
  'RuntimeError' => -> { raise 'no clock today' },
}
puts "dependor #{Dependor::VERSION}, Ruby #{RUBY_VERSION[/\d+\.\d+/]}"
methods.each do |name, method|
  injector = Class.new { include Dependor::AutoInject; define_method(:clock, &method) }.new
  feed = begin injector.feed.clock.class rescue $!.class end
  clock = begin injector.clock.class rescue $!.class end
  puts "#{name}: the feed gets #{feed}, later the injector gives #{clock}"
end
RUBY
)

expect "dependor 1.0.1, Ruby 3.3
no error: the feed gets FakeClock, later the injector gives FakeClock
NameError: the feed gets Clock, later the injector gives Clock
NoMethodError: the feed gets Clock, later the injector gives Clock
ArgumentError: the feed gets Proc, later the injector gives ArgumentError
RuntimeError: the feed gets RuntimeError, later the injector gives RuntimeError" "$seen"
