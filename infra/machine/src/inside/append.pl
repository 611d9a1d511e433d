#!/usr/bin/perl
# The work of one attempt under load: each step is a line of the ledger, and on the disk before the next begins.
# usage: append.pl LEDGER [stumble]; with `stumble` the first attempt of a run fails
#
#   start RUN ATTEMPT, end RUN ATTEMPT, fail RUN ATTEMPT
#   overlap RUN ATTEMPT: another attempt of the run lives at this very moment
use strict;
use warnings;
use Fcntl qw(:flock);
use IO::Handle ();

my ($ledger, $stumble) = @ARGV;
my $run = $ENV{HEARTH_RUN_ID};
my ($attempt) = slurp('/proc/self/cgroup') =~ m{/hearth-[^-/]+-([^/]+)[.]scope$}m
  or die "this is no attempt of hearth's: it is in no scope of its own\n";
open my $out, '>>', $ledger or die "cannot open $ledger: $!\n";

# The kernel's own lock, which is freed by the end of its process alone, in memory, which a power cut clears.
open my $lock, '>>', "/dev/shm/ledger-$run" or die "cannot open the lock of run $run: $!\n";
if (!flock $lock, LOCK_EX | LOCK_NB) {
    note('overlap');
    exit 9;
}
note('start');
select undef, undef, undef, rand 0.5;
if ($stumble && slurp($ledger) !~ /^fail $run /m) {
    note('fail');
    exit 1;
}
note('end');

sub note {
    my ($word) = @_;
    defined syswrite $out, "$word $run $attempt\n" or die "cannot write $ledger: $!\n";
    $out->sync or die "cannot sync $ledger: $!\n";
}

sub slurp {
    my ($path) = @_;
    open my $in, '<', $path or die "cannot read $path: $!\n";
    local $/;
    return <$in> // '';
}
