# Starts the process of one attempt, waits for its end, and writes down exactly what became of it. It is Perl
# because it waits beside every running job: Node would cost ten times the memory, and a shell cannot tell a
# process that was killed by signal 9 from one that exited with 137. perl-base is on every Debian.
#
#   perl attempt.pl FOLDER WORKING_FOLDER USER PROGRAM [ARGUMENT]...
#
# Its standard input is the environment of the job: NAME=VALUE, each ended by a NUL, and one more NUL at the
# end. Its standard output and error are those of the job. USER is empty where the job keeps the user.
# It writes into FOLDER: `starting.json` before there is a process, renamed to `started.json` when the program
# runs; `exit.json` at the end. It must be a session leader: every process of the job is then found by its session.
use strict;
use warnings;
no warnings 'exec';
use Fcntl qw(O_RDONLY O_DIRECTORY);
use IO::Handle ();

my ($folder, $place, $user, @command) = @ARGV;

# Whoever stops the job stops its processes, and this one has to see them end.
$SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT PIPE);
$SIG{CHLD} = 'DEFAULT';
# Where that is allowed the kernel never takes this process to free memory, so that it can tell of the job's end.
spill('/proc/self/oom_score_adj', -1000);

my $given = do { local $/; <STDIN> } // '';
exit 1 unless $given =~ s/\0\0\z/\0/;    # the runner died before it had said everything: nothing starts
my %environment = map { split /=/, $_, 2 } split /\0/, $given;
open STDIN, '<', '/dev/null' or die "cannot open /dev/null: $!\n";

my ($cgroup) = slurp('/proc/self/cgroup') =~ /^0::(.*)$/m;
my $killed_before = oom_kills();

pipe my $go_out, my $go_in or die "cannot make a pipe: $!\n";
pipe my $fault_out, my $fault_in or die "cannot make a pipe: $!\n";
my $began = uptime();
my $pid = fork;
finish(not_started => text("cannot make a process: $!")) unless defined $pid;
if (!$pid) {
    close $go_in;
    setpgrp 0, 0;
    # The process starts only once there is a record of where to look for it.
    sysread $go_out, my $go, 1 or exit 1;
    syswrite $fault_in, become();
    exit 127;
}
close $_ for $go_out, $fault_in;
put('starting.json',
    pid => $pid, pgid => $pid, start_ticks => start_ticks($pid),
    supervisor_pid => $$, supervisor_start_ticks => start_ticks($$),
    boot_id => text(line('/proc/sys/kernel/random/boot_id')),
    uptime_seconds => $began, started_at => text(now()), cgroup => text($cgroup // ''));
syswrite $go_in, '.';
close $go_in;

# The pipe closes by itself as the program takes over.
my $fault = do { local $/; <$fault_out> } // '';
rename "$folder/starting.json", "$folder/started.json" if $fault eq '';

my $got;
do { $got = waitpid $pid, 0 } while $got == -1 && $! == 4;
my $status = $?;
finish(not_started => text($fault)) if $fault ne '';
finish($status & 127 ? (signal => $status & 127) : (code => $status >> 8));

# In the child: turns into the program, or returns why it cannot.
sub become {
    umask 022;
    # Raised back to the ordinary, should this be a protected service's child.
    spill('/proc/self/oom_score_adj', 0) if (line('/proc/self/oom_score_adj') || 0) < 0;
    if ($user ne '') {
        my (undef, undef, $uid, $gid, undef, undef, undef, $home) = getpwnam $user
            or return "there is no user $user on this machine";
        open my $id, '-|', 'id', '-G', '--', $user or return "cannot ask for the groups of $user: $!";
        my $groups = <$id> // '';
        close $id;
        chown $uid, $gid, $place or return "cannot give $place to $user: $!";
        $! = 0;
        $) = "$gid $groups";
        $( = $gid;
        ($<, $>) = ($uid, $uid);
        return "cannot become user $user: $!" if $! || $< != $uid || $> != $uid || $( != $gid;
        %environment = (HOME => $home, USER => $user, %environment);
    }
    chdir $place or return "cannot enter the working folder $place: $!";
    %ENV = %environment;
    $SIG{$_} = 'DEFAULT' for qw(TERM INT HUP QUIT PIPE);
    exec { $command[0] } @command;
    my $why = "cannot start $command[0]: $!";
    $why .= ' (the file is there; what is not is the interpreter that its first line names)'
        if $! == 2 && -e $command[0];
    return $why;
}

# Writes the end down, and goes. A full disk delays the news, it does not lose it.
sub finish {
    my %end = @_;
    my $ended = uptime();
    my $finished = now();
    my $after = oom_kills();
    my $stopping = ($end{signal} || $end{code}) && machine_stopping();
    sleep 5 until eval {
        put('exit.json',
            code => $end{code}, signal => $end{signal}, not_started => $end{not_started},
            duration_seconds => sprintf('%.2f', $ended - $began), uptime_seconds => $ended,
            finished_at => text($finished),
            oom_kills => defined $after ? $after - ($killed_before // 0) : undef,
            machine_stopping => $stopping ? 'true' : 'false');
    };
    exit 0;
}

# A record appears whole or not at all. Only the end must outlive a power cut: the others are of this boot.
sub put {
    my ($name, @pairs) = @_;
    my @members;
    while (my ($key, $value) = splice @pairs, 0, 2) { push @members, qq("$key":) . ($value // 'null') }
    my $durable = $name eq 'exit.json';
    my $path = "$folder/$name";
    open my $out, '>', "$path.new" or die "cannot write $path: $!\n";
    print $out '{', join(',', @members), "}\n" or die "cannot write $path: $!\n";
    $out->flush && (!$durable || $out->sync) && close $out or die "cannot write $path: $!\n";
    rename "$path.new", $path or die "cannot write $path: $!\n";
    return 1 unless $durable;
    sysopen my $entry, $folder, O_RDONLY | O_DIRECTORY or die "cannot open $folder: $!\n";
    $entry->sync or die "cannot write $folder: $!\n";
}

sub text {
    my ($text) = @_;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
    return qq("$text");
}

sub slurp { open my $in, '<', $_[0] or return ''; local $/; return <$in> // '' }
sub line { return (split /\n/, slurp($_[0]))[0] }
sub spill { open my $out, '>', $_[0] or return; syswrite $out, $_[1] }
sub uptime { return (split ' ', slurp('/proc/uptime'))[0] }
sub start_ticks { return slurp("/proc/$_[0]/stat") =~ /.*\) (.*)/s ? (split ' ', $1)[19] : undef }

# How many processes the kernel has killed for memory in this cgroup, which is that of the job alone in a scope.
sub oom_kills {
    return defined $cgroup && slurp("/sys/fs/cgroup$cgroup/memory.events") =~ /^oom_kill (\d+)$/m ? $1 : undef;
}

# Whether systemd is shutting the machine down: it ends a scope like any unit, and the job's end tells nothing of why.
sub machine_stopping {
    return -d '/run/systemd/system' && (`systemctl is-system-running 2>/dev/null` // '') eq "stopping\n";
}

sub now {
    my ($second, $minute, $hour, $day, $month, $year) = gmtime;
    return sprintf '%04d-%02d-%02dT%02d:%02d:%02dZ', $year + 1900, $month + 1, $day, $hour, $minute, $second;
}
