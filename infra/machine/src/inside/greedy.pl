#!/usr/bin/perl
# Takes much more memory than a run of its class may: 200 MB at once, all of it written to.
use strict;
use warnings;

my $food = 'x' x 200_000_000;
print "it ate ", length $food, " bytes\n";
