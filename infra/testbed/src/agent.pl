#!/usr/bin/perl
# The agent inside a machine: starts commands that the outside asks for, and carries their input, output and exit.
# It is Perl because every Debian has one; nothing else can be counted on. It knows nothing of what it runs.
# usage: agent.pl PATH, the path of a unix socket to connect to, or of a character device
#
# A frame is one letter, a number (which command), a length, and so many bytes; numbers are 32 bits, big-endian.
#   from outside   R: run (arguments, a NUL between them)   I: input   C: input ends
#   from inside    H: here I am   O: output   E: error output   X: exit (text: the code, 128 + n for signal n)
use strict;
use warnings;
use IO::Handle;
use IO::Select;
use IO::Socket::UNIX;
use POSIX ();

my $path = shift;
my $link;
if (-S $path) {
  $link = IO::Socket::UNIX->new(Peer => $path) or die "cannot connect to $path: $!\n";
} else {
  open $link, '+<:raw', $path or die "cannot open $path: $!\n";
}
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = 'IGNORE';    # only the watchers die here, and what they had to say is in their pipes

my (%commands, %owner_of, $received);
my ($readers, $writers) = (IO::Select->new($link), IO::Select->new);
$received = '';
report('H', 0, '');

while (1) {
  my ($readable, $writable) = IO::Select::select($readers, $writers);
  feed($owner_of{$_}) for @$writable;
  for my $handle (@$readable) {
    if ($handle == $link) {
      sysread($link, $received, 65536, length $received) or exit 0;
      while (length $received >= 9) {
        my ($kind, $id, $length) = unpack 'aNN', $received;
        last if length $received < 9 + $length;
        obey($kind, $id, substr $received, 9, $length);
        substr $received, 0, 9 + $length, '';
      }
    } elsif (my $command = $owner_of{$handle}) {
      $handle == $command->{status} ? finish($command) : pass_on($command, $handle);
    }
  }
}

sub report {
  my ($kind, $id, $bytes) = @_;
  my $frame = pack('aNN', $kind, $id, length $bytes) . $bytes;
  while (length $frame) {
    my $written = syswrite $link, $frame;
    exit 0 unless defined $written;
    substr $frame, 0, $written, '';
  }
}

sub obey {
  my ($kind, $id, $bytes) = @_;
  if ($kind eq 'R') { start($id, split /\0/, $bytes, -1) }
  elsif (my $command = $commands{$id}) {
    if ($kind eq 'I') { $command->{input} .= $bytes }
    if ($kind eq 'C') { $command->{ends} = 1 }
    feed($command);
  }
}

# A watcher stands between: it waits for the command and writes the status into a pipe, so that an end is something
# that can be selected on like any output.
sub start {
  my ($id, @arguments) = @_;
  pipe my $stdin, my $input or die;
  pipe my $output, my $stdout or die;
  pipe my $errors, my $stderr or die;
  pipe my $status, my $verdict or die;
  my $watcher = fork // die;
  if (!$watcher) {
    $SIG{CHLD} = 'DEFAULT';
    my $child = fork // POSIX::_exit(1);
    if (!$child) {
      $SIG{PIPE} = 'DEFAULT';
      POSIX::dup2(fileno $stdin, 0);
      POSIX::dup2(fileno $stdout, 1);
      POSIX::dup2(fileno $stderr, 2);
      no warnings 'exec';
      exec { $arguments[0] } @arguments or do {
        syswrite STDERR, "$arguments[0]: $!\n";
        POSIX::_exit(127);
      };
    }
    # It must hold no pipe of any command open, or that one's end of input would never come.
    $_ == fileno $verdict or POSIX::close($_) for 3 .. 1023;
    waitpid $child, 0;
    syswrite $verdict, $? & 127 ? 128 + ($? & 127) : $? >> 8;
    POSIX::_exit(0);
  }
  $_->blocking(0) for $input, $output, $errors;
  my $command = { id => $id, stdin => $input, O => $output, E => $errors, status => $status, input => '', ends => 0 };
  $commands{$id} = $command;
  $owner_of{$_} = $command for $input, $output, $errors, $status;
  $readers->add($output, $errors, $status);
}

# Writes what the command will take now; the rest when it can take more.
sub feed {
  my ($command) = @_;
  my $input = $command->{stdin} or return;
  if (length $command->{input}) {
    my $written = syswrite $input, $command->{input}, 65536;
    if (defined $written) { substr $command->{input}, 0, $written, '' }
    elsif (!$!{EAGAIN}) { @$command{qw(input ends)} = ('', 1) }    # it closed its input: nobody reads the rest
  }
  if (length $command->{input}) { $writers->add($input) }
  else {
    $writers->remove($input);
    if ($command->{ends}) {
      drop($input);
      delete $command->{stdin};
    }
  }
}

# One piece of output. False when there is none now; a stream that ended is dropped.
sub pass_on {
  my ($command, $handle) = @_;
  my $got = sysread $handle, my $bytes, 65536;
  return 0 if !defined $got;
  if ($got) { report($handle == $command->{O} ? 'O' : 'E', $command->{id}, $bytes) }
  else {
    drop($handle);
  }
  return $got;
}

# What it wrote is in the pipes by now. Somebody else may hold them open for longer: that is not waited for.
sub finish {
  my ($command) = @_;
  sysread $command->{status}, my $code, 16;
  for my $handle (@$command{qw(O E)}) {
    next unless $owner_of{$handle};
    1 while $owner_of{$handle} && pass_on($command, $handle);
    drop($handle);
  }
  drop($command->{stdin}) if $command->{stdin};
  drop($command->{status});
  delete $commands{ $command->{id} };
  report('X', $command->{id}, $code // '');
}

sub drop {
  my ($handle) = @_;
  return unless delete $owner_of{$handle};
  $readers->remove($handle);
  $writers->remove($handle);
  close $handle;
}
