# Starts the process of one attempt, waits for its end, and writes down exactly what became of it. It is Perl
# because it waits beside every running job: Node would cost ten times the memory, and a shell cannot tell a
# process that was killed by signal 9 from one that exited with 137. perl-base is on every Debian.
#
#   perl attempt.pl FOLDER [NAME=VALUE]... -- PROGRAM [ARGUMENT]...
#
#   home=PATH     a folder of the job's own, which is given to its user
#   place=PATH    where it starts; without it, in `home`
#   user=NAME     whom it turns into; without it, it keeps the user
#   umask=OCTAL   nice=NUMBER   as they say
#   keep=BYTES    of its output, so much is kept: the first sixteenth, and of the last at least half; without it, all
#
# Its standard input is the environment of the job: NAME=VALUE, each ended by a NUL, and one more NUL at the
# end. Its standard output and error are those of the job. It writes into FOLDER: `starting.json` before there is a
# process, renamed to `started.json` when the program runs; `gap.json` when output has been dropped, or `uncut.json`
# when it could not be; `halt.json` when systemd ends the scope; `exit.json` at the end. With each it touches `attempt.json`, for whoever waits.
# It must be a session leader: every process of the job is then found by its session.
use strict;

# Other modules are loaded once the job runs: until then each would only keep it waiting. The pragma `warnings` is one
# of them, and the test of this file has it instead.
sub EPIPE() { 32 }
sub ENOENT() { 2 }

my $folder = shift @ARGV;
my %option;
while (defined(my $word = shift @ARGV)) {
    last if $word eq '--';
    my ($name, $value) = split /=/, $word, 2;
    $option{$name} = $value;
}
my @command = @ARGV;
# Asked now and read later, so that both go on at the same time.
my $groups_of_user;
my $own_groups = defined $option{user} ? groups_in_file($option{user}) : '';
if (!defined $own_groups) {
    open $groups_of_user, '-|', 'id', '-G', '--', $option{user} or die "cannot ask for the groups of $option{user}: $!\n";
}

# Whoever stops the job stops its processes, and this one has to see them end.
$SIG{$_} = 'IGNORE' for qw(INT HUP QUIT PIPE);
$SIG{CHLD} = 'DEFAULT';
# hearth never sends it here: it comes from systemd, to all of the scope.
my $halted;
$SIG{TERM} = sub { halt() unless $halted++ };
# Where that is allowed the kernel never takes this process to free memory, so that it can tell of the job's end.
spill('/proc/self/oom_score_adj', -1000);

my $given = do { local $/; <STDIN> } // '';
exit 1 unless $given =~ s/\0\0\z/\0/;    # the runner died before it had said everything: nothing starts
my %environment = map { split /=/, $_, 2 } split /\0/, $given;
open STDIN, '<', '/dev/null' or die "cannot open /dev/null: $!\n";

my $groups = slurp('/proc/self/cgroup');
my ($cgroup) = $groups =~ /^0::(.*)$/m;
my ($scope) = ($cgroup // '') =~ m{/(hearth-[^/]+[.]scope)$};
my $memory = memory_of($cgroup, $groups =~ /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m);
my %before = limits_met();
my $killed_before = oom_kills();
if (defined $groups_of_user) {
    $own_groups = <$groups_of_user> // '';
    close $groups_of_user;
}

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
# Now, and not when they are needed: at its end the job may have left no memory for it.
load_modules();

# The pipe closes by itself as the program takes over.
my $fault = do { local $/; <$fault_out> } // '';
if ($fault eq '') {
    rename "$folder/starting.json", "$folder/started.json";
    ring();
}

# Its output is looked at each second; the wait goes on by itself after a signal.
if (($option{keep} // 0) > 0 && -f STDOUT) {
    $SIG{ALRM} = sub { alarm 1; shorten() };
    alarm 1;
}
waitpid $pid, 0;
my $status = $?;
alarm 0;
shorten() if ref $SIG{ALRM};
finish(not_started => text($fault)) if $fault ne '';
finish($status & 127 ? (signal => $status & 127) : (code => $status >> 8));

# In the child: turns into the program, or returns why it cannot.
sub become {
    umask oct($option{umask} // '022');
    # Raised back to the ordinary, should this be a protected service's child.
    spill('/proc/self/oom_score_adj', 0) if (line('/proc/self/oom_score_adj') || 0) < 0;
    setpriority 0, 0, $option{nice} or return "cannot be given nice $option{nice}: $!" if defined $option{nice};
    my $home = $option{home};
    if (defined $option{user}) {
        my $user = $option{user};
        my (undef, undef, $uid, $gid, undef, undef, undef, $own, $shell) = getpwnam $user
            or return "there is no user $user on this machine";
        chown $uid, $gid, $home or return "cannot give $home to $user: $!";
        $! = 0;
        my %seen;
        my @groups = grep { !$seen{$_}++ } $gid, split ' ', $own_groups;
        # The first is the group of its own; without a second one Perl would leave it the groups of this process.
        $) = "$gid @groups";
        $( = $gid;
        ($<, $>) = ($uid, $uid);
        return "cannot become user $user: $!" if $! || $< != $uid || $> != $uid || $( != $gid;
        %environment = (HOME => $own, USER => $user, LOGNAME => $user, SHELL => $shell || '/bin/sh', %environment);
    }
    my $place = $option{place} // $home;
    chdir $place or return "cannot enter the working folder $place: $!";
    %ENV = %environment;
    $SIG{$_} = 'DEFAULT' for qw(TERM ALRM INT HUP QUIT PIPE);
    exec { $command[0] } @command;
    my $why = "cannot start $command[0]: $!";
    $why .= ' (the file is there; what is not is the interpreter that its first line names)'
        if $! == ENOENT && -e $command[0];
    return $why;
}

# Writes the end down, and goes. A full disk delays the news, it does not lose it.
sub finish {
    my %end = @_;
    load_modules();
    my $ended = uptime();
    my $finished = now();
    my $after = oom_kills();
    my $killed = defined $after ? $after - ($killed_before // 0) : undef;
    my ($met, $bytes, $victim) = $killed ? limit_met() : ();
    my $stopping = ($end{signal} || $end{code}) && machine_stopping();
    sleep 5 until eval {
        put('exit.json',
            code => $end{code}, signal => $end{signal}, not_started => $end{not_started},
            duration_seconds => sprintf('%.2f', $ended - $began), uptime_seconds => $ended,
            finished_at => text($finished),
            oom_kills => $killed, oom_cgroup => text($met), oom_bytes => $bytes, oom_victim => text($victim),
            machine_stopping => $stopping ? 'true' : 'false');
    };
    exit 0;
}

sub load_modules { require IO::Handle; require Fcntl; require Config }

# A record appears whole or not at all. Only the end must outlive a power cut: the others are of this boot.
sub put {
    my ($name, @pairs) = @_;
    my @members;
    while (my ($key, $value) = splice @pairs, 0, 2) { push @members, qq("$key":) . ($value // 'null') }
    my $durable = $name eq 'exit.json';
    my $path = "$folder/$name";
    # An end is worth nothing without whose it is, which nobody has synced before.
    if ($durable && open my $whose, '+<', "$folder/attempt.json") { $whose->sync }
    open my $out, '>', "$path.new" or die "cannot write $path: $!\n";
    print $out '{', join(',', @members), "}\n" or die "cannot write $path: $!\n";
    !$durable || $out->flush && $out->sync or die "cannot write $path: $!\n";
    close $out or die "cannot write $path: $!\n";
    rename "$path.new", $path or die "cannot write $path: $!\n";
    ring();
    return 1 unless $durable;
    sysopen my $entry, $folder, Fcntl::O_RDONLY() | Fcntl::O_DIRECTORY() or die "cannot open $folder: $!\n";
    $entry->sync or die "cannot write $folder: $!\n";
}

# Who waits for a record watches this file: in the folder itself each line of the job's output would wake them.
sub ring { utime undef, undef, "$folder/attempt.json" }

# Drops the middle of the output once there is too much of it. It is recorded first, so that nobody takes the hole for
# what the job wrote. The job goes on appending meanwhile: no byte that is kept changes its place.
my $dropped_to = 0;
sub shorten {
    local $!;
    my $size = -s STDOUT;
    my $keep = $option{keep};
    my $head = int($keep / 16);
    return if $size - ($dropped_to || $head) <= $keep - $head;
    my $to = $size - int(($keep - $head) / 2);
    eval { put('gap.json', from => $head, to => $to); 1 } or return;
    if (punch($head, $to - $head)) {
        $dropped_to = $to;
    } else {
        # A file system that cannot do it: then all of it stays, and whoever reads the records can tell.
        my $why = "$!";
        unlink "$folder/gap.json";
        alarm 0;
        $SIG{ALRM} = 'DEFAULT';
        eval { put('uncut.json', reason => text($why)) };
    }
}

# Gives the blocks of a range of the output back. By the kernel's own number where it is known, since a job that has
# taken every process there is must not keep it from being done.
sub punch {
    my ($offset, $length) = @_;
    my ($machine) = $Config::Config{archname} =~ /^(x86_64|aarch64)/;
    my $number = { x86_64 => 285, aarch64 => 47 }->{ $machine // '' };
    # 3: punch a hole, and keep the size.
    return syscall($number, fileno(STDOUT), 3, $offset, $length) == 0 if defined $number;
    return system('fallocate', '--punch-hole', '--offset', $offset, '--length', $length, "$folder/output") == 0;
}

# systemd ends the scope, be it by the runtime that it was given, for memory, by somebody's word or with the machine.
# What it says of why is gone with the scope, and so may this process be.
sub halt {
    return unless defined $scope;
    local ($?, $!);
    my $result = systemctl('show', '--property=Result', '--value', $scope);
    chomp $result;
    eval { put('halt.json', result => text($result), uptime_seconds => uptime(), machine_stopping => machine_stopping() ? 'true' : 'false') };
}

# What systemctl answers. It is a process of this scope, and systemd, when it ends one, goes on until it has met every
# process of it, this one too: with the signal ignored it lives to answer.
sub systemctl {
    local $SIG{TERM} = 'IGNORE';
    return `systemctl @_ 2>/dev/null` // '';
}

sub text {
    my ($text) = @_;
    return undef unless defined $text;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
    return qq("$text");
}

sub slurp { open my $in, '<', $_[0] or return ''; local $/; return <$in> // '' }
sub line { return (split /\n/, slurp($_[0]))[0] }
sub spill { open my $out, '>', $_[0] or return; syswrite $out, $_[1] }
sub uptime { return (split ' ', slurp('/proc/uptime'))[0] }
sub start_ticks { return slurp("/proc/$_[0]/stat") =~ /.*\) (.*)/s ? (split ' ', $1)[19] : undef }

# The groups that a user is in beside its own, where this machine has no others than those of /etc/group; else nothing,
# and id(1) is asked, which knows all sources and is one process more.
sub groups_in_file {
    my ($user) = @_;
    my $sources = slurp('/etc/nsswitch.conf');
    return undef if $sources !~ /^\s*group:\s*files(?:\s+systemd)?\s*(?:#.*)?$/m || $sources =~ /^\s*initgroups:/m;
    # Where systemd keeps groups of its own.
    return undef if -d '/etc/userdb' || -d '/run/userdb';
    my @groups;
    for (split /\n/, slurp('/etc/group')) {
        my (undef, undef, $number, $members) = split /:/, $_, 4;
        push @groups, $number if grep { $_ eq $user } split /,/, $members // '';
    }
    return "@groups";
}

# Where the kernel counts the memory of this cgroup, which is that of the job alone in a scope: version 2, or 1.
sub memory_of {
    my ($two, $one) = @_;
    return "/sys/fs/cgroup$two" if defined $two && -e "/sys/fs/cgroup$two/memory.events";
    return "/sys/fs/cgroup/memory$one" if defined $one && -e "/sys/fs/cgroup/memory$one/memory.oom_control";
    return undef;
}

# How many processes of it the kernel has killed for memory.
sub oom_kills {
    return undef unless defined $memory;
    return slurp("$memory/memory.events") =~ /^oom_kill (\d+)$/m
        || slurp("$memory/memory.oom_control") =~ /^oom_kill (\d+)$/m ? $1 : undef;
}

# How often this cgroup, and each that it lies in, has met the limit of its own.
sub limits_met {
    my %met;
    for (my $path = $cgroup // ''; $path =~ m{/}; $path =~ s{/[^/]*$}{}) {
        my $at = "/sys/fs/cgroup$path";
        my ($times) = (slurp("$at/memory.events.local") || slurp("$at/memory.events")) =~ /^oom (\d+)$/m;
        $met{$path} = $times if defined $times;
    }
    return %met;
}

# Which cgroup's limit it was that the job was killed at ('/' is the whole machine), its bytes, and the process that the
# kernel chose: by the kernel's own line, and where that cannot be read, by the counters.
sub limit_met {
    my ($met, $victim);
    if (sysopen my $log, '/dev/kmsg', Fcntl::O_RDONLY() | Fcntl::O_NONBLOCK()) {
        while (1) {
            my $read = sysread $log, my $record, 8192;
            next if !defined $read && $! == EPIPE;    # older than what the kernel keeps
            last unless $read;
            next unless $record =~ /oom-kill:.*?(?:oom_memcg=([^,]*)|global_oom),task_memcg=([^,]*),task=(.*),pid=/;
            my ($limit, $where, $name) = ($1 // '/', $2, $3);
            ($met, $victim) = ($limit, $name) if defined $cgroup && index("$where/", "$cgroup/") == 0;
        }
    }
    if (!defined $met) {
        my %after = limits_met();
        ($met) = grep { $after{$_} > ($before{$_} // 0) } sort { length $b <=> length $a } keys %after;
    }
    my ($bytes) = defined $met ? slurp("/sys/fs/cgroup$met/memory.max") =~ /^(\d+)$/ : ();
    return ($met, $bytes, $victim);
}

# Whether systemd is shutting the machine down: it ends a scope like any unit, and the job's end tells nothing of why.
sub machine_stopping {
    return -d '/run/systemd/system' && systemctl('is-system-running') eq "stopping\n";
}

sub now {
    my ($second, $minute, $hour, $day, $month, $year) = gmtime;
    return sprintf '%04d-%02d-%02dT%02d:%02d:%02dZ', $year + 1900, $month + 1, $day, $hour, $minute, $second;
}
