import Harness

try measure(containers, limits: limits)
