// What hostile programs try. Every attempt says whether it reached anything; every endless one ends by itself after a while, whatever stops it.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LIFE_SECONDS 20

static int tried;

static void attempt(const char *name, long result)
{
    tried++;
    if (result >= 0)
    {
        printf("REACHED %s\n", name);
    }
}

static long peek(pid_t process)
{
    char here[8];
    struct iovec own = {here, sizeof here}, other = {here, sizeof here};
    return process_vm_readv(process, &own, 1, &other, 1, 0);
}

static long open_of(pid_t process, const char *name, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", process, name);
    return open(path, flags);
}

static int do_nothing(void *unused)
{
    (void)unused;
    return 0;
}

static long clone_with(int flags)
{
    char *stack = malloc(1 << 16);
    return clone(do_nothing, stack + (1 << 16), flags, 0);
}

// outside: a file of the worker, or of nobody
static int reach(pid_t worker, const char *outside)
{
    pid_t guard = getppid();
    struct rlimit limit = {1, 1};
    struct timespec times[2] = {{1, 0}, {1, 0}};
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(0, &cpus);
    attempt("internet socket", socket(AF_INET, SOCK_STREAM, 0));
    attempt("datagram socket", socket(AF_INET6, SOCK_DGRAM, 0));
    attempt("local socket", socket(AF_UNIX, SOCK_STREAM, 0));
    attempt("netlink socket", socket(AF_NETLINK, SOCK_RAW, 0));
    attempt("io_uring", syscall(SYS_io_uring_setup, 1, calloc(1, 256)));
    attempt("read /etc/passwd", open("/etc/passwd", O_RDONLY));
    attempt("read the file outside", open(outside, O_RDONLY));
    attempt("write the file outside", open(outside, O_WRONLY));
    attempt("truncate the file outside", truncate(outside, 0));
    attempt("remove the file outside", unlink(outside));
    attempt("rename the file outside", rename(outside, "taken"));
    attempt("link the file outside", link(outside, "linked"));
    attempt("change the mode of the file outside", chmod(outside, 0777));
    attempt("change the times of the file outside", utimensat(AT_FDCWD, outside, times, 0));
    attempt("change the owner of the file outside", chown(outside, getuid(), getgid()));
    attempt("list /", open("/", O_RDONLY | O_DIRECTORY));
    attempt("list /tmp", open("/tmp", O_RDONLY | O_DIRECTORY));
    attempt("write next to the folder", open("../attack-was-here", O_CREAT | O_WRONLY, 0600));
    attempt("make a folder in /tmp", mkdir("/tmp/attack-was-here", 0700));
    rmdir("/tmp/attack-was-here");
    attempt("write in /dev/shm", open("/dev/shm/attack-was-here", O_CREAT | O_RDWR, 0600));
    unlink("/dev/shm/attack-was-here");
    symlink(outside, "way-out");
    attempt("read through a link", open("way-out", O_RDONLY));
    attempt("memory of the worker", open_of(worker, "mem", O_RDWR));
    attempt("environment of the worker", open_of(worker, "environ", O_RDONLY));
    attempt("descriptors of the worker", open_of(worker, "fd", O_RDONLY | O_DIRECTORY));
    attempt("memory of the guard", open_of(guard, "mem", O_RDWR));
    attempt("environment of the guard", open_of(guard, "environ", O_RDONLY));
    attempt("environment of init", open_of(1, "environ", O_RDONLY));
    attempt("process_vm_readv of the worker", peek(worker));
    attempt("process_vm_readv of the guard", peek(guard));
    attempt("ptrace of the guard", ptrace(PTRACE_SEIZE, guard, 0, 0));
    attempt("signal to the worker", kill(worker, 0));
    attempt("signal to the guard", kill(guard, 0));
    attempt("limits of the worker", prlimit(worker, RLIMIT_NOFILE, &limit, 0));
    attempt("processors of the worker", sched_setaffinity(worker, sizeof cpus, &cpus));
    attempt("priority of the worker", setpriority(PRIO_PROCESS, worker, 19));
    attempt("signals by a descriptor", fcntl(1, F_SETOWN, worker));
    attempt("terminal input", ioctl(0, TIOCSTI, "x"));
    attempt("pidfd_open", syscall(SYS_pidfd_open, worker, 0));
    attempt("user namespace", unshare(CLONE_NEWUSER));
    attempt("user namespace by clone", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    attempt("mount", mount("none", "/tmp", "tmpfs", 0, 0));
    attempt("chroot", chroot("."));
    attempt("new session", syscall(SYS_setsid));
    attempt("new group", setpgid(0, 0));
    attempt("root", setuid(0));
    attempt("file in memory", syscall(SYS_memfd_create, "x", 0));
    int shared = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    attempt("shared memory", shared);
    shmctl(shared, IPC_RMID, 0);
    attempt("message queue", syscall(SYS_mq_open, "attack-was-here", O_CREAT | O_RDWR, 0600, 0));
    syscall(SYS_mq_unlink, "attack-was-here");
    attempt("keys", syscall(SYS_keyctl, 0, 0, 0, 0, 0));
    attempt("bpf", syscall(SYS_bpf, 0, 0, 0));
    attempt("userfaultfd", syscall(SYS_userfaultfd, 0));
    attempt("perf_event_open", syscall(SYS_perf_event_open, calloc(1, 256), 0, -1, -1, 0));
    attempt("device", mknod("device", S_IFCHR | 0600, 1));
    attempt("named pipe", mkfifo("pipe", 0600));
    attempt("attribute", syscall(SYS_setxattr, ".", "user.x", "y", 1, 0));
    attempt("undumpable", prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
    attempt("outlive the guard", prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
    attempt("more files", (setrlimit(RLIMIT_NOFILE, &(struct rlimit){1 << 20, 1 << 20})));
    attempt("anonymous shared memory", mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
    attempt("huge pages", mmap(0, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) == MAP_FAILED && errno == EPERM ? -1 : 0);
    attempt("thread with descriptors of its own", clone_with(CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD));
    attempt("descriptors of its own by unshare", unshare(CLONE_FILES));
    attempt("descriptors of its own by close_range", syscall(SYS_close_range, 1000, 1000, 2));
    attempt("process that shares memory", clone_with(CLONE_VM | SIGCHLD));
    int own = open("own", O_CREAT | O_WRONLY, 0700);
    attempt("set-user-id by open", open("set-id", O_CREAT | O_WRONLY, 04700));
    attempt("set-user-id by fchmod", fchmod(own, 04700));
    attempt("set-user-id by chmod", chmod("own", 06700));
    close(own);
    attempt("no limit of cores", setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}));
    for (int descriptor = 3; descriptor < 1024; descriptor++)
    {
        if (fcntl(descriptor, F_GETFD) >= 0)
        {
            attempt("inherited descriptor", 0);
        }
    }

    printf("tried %d\n", tried);
    return 0;
}

static void stay(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    for (int i = 0; i < LIFE_SECONDS * 10; i++)
    {
        usleep(100000);
    }
}

static int fork_bomb(void)
{
    time_t end = time(0) + LIFE_SECONDS;
    while (time(0) < end)
    {
        fork();
    }

    return 0;
}

// When a program is about to be over a limit, by the clock that the tests have, too; 0: it does not say.
static void tell(long used, long limit)
{
    static int told;
    struct timespec now;
    if (limit > 0 && used > limit && !told++)
    {
        clock_gettime(CLOCK_MONOTONIC, &now);
        printf("at limit %ld\n", now.tv_sec * 1000 + now.tv_nsec / 1000000);
    }
}

static const char *prefix = "file";

static int write_files(int files, long bytes, int is_deleted, long limit)
{
    static char block[1 << 16];
    long all = 0;
    memset(block, 1, sizeof block);
    for (int i = 0; i < files; i++)
    {
        char name[256];
        snprintf(name, sizeof name, "%s-%d", prefix, i);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0)
        {
            perror(name);
            return 3;
        }

        if (is_deleted)
        {
            unlink(name);
        }

        if (bytes == 0)
        {
            tell(i + 1, limit);
        }

        for (long written = 0; written < bytes; written += sizeof block)
        {
            all += sizeof block;
            tell(all, limit);
            if (write(file, block, sizeof block) < 0)
            {
                return 4;
            }
        }

        if (!is_deleted)
        {
            close(file);
        }
    }

    if (is_deleted)
    {
        stay();
    }

    return 0;
}

static const char *repeated(char letter, int count)
{
    char *text = calloc(1, count + 1);
    return memset(text, letter, count);
}

// Files whose names or folders are none that a text or a path can have.
static int write_as(const char *name, const char *folder, int depth)
{
    prefix = name;
    for (int i = 0; i < depth; i++)
    {
        if (mkdir(folder, 0700) != 0 || chdir(folder) != 0) return 3;
    }

    int result = write_files(6, 10L << 20, 0, 0);
    stay();
    return result;
}

// A folder that may be listed, but whose files nobody may look at.
static int write_unsearchable(void)
{
    if (mkdir("listed", 0700) != 0) return 3;
    int above = open(".", O_RDONLY | O_DIRECTORY), folder = open("listed", O_RDONLY | O_DIRECTORY);
    if (fchdir(folder) != 0 || write_files(1, 1 << 20, 0, 0) != 0 || fchdir(above) != 0 || fchmod(folder, 0444) != 0) return 4;
    stay();
    return 0;
}

static int map_deleted(void)
{
    for (int i = 0; i < 8; i++)
    {
        int file = open("mapped", O_CREAT | O_RDWR, 0600);
        unlink("mapped");
        if (ftruncate(file, 8 << 20) != 0 || mmap(0, 8 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED)
        {
            return 3;
        }

        close(file);
    }

    stay();
    return 0;
}

static int map_page(const char *name)
{
    for (int i = 0; i < 3; i++)
    {
        int file = open(name, O_CREAT | O_RDWR, 0600);
        unlink(name);
        if (ftruncate(file, 24 << 20) != 0 || mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0) == MAP_FAILED)
        {
            return 3;
        }

        close(file);
    }

    stay();
    return 0;
}

static int use_memory(long bytes, long limit)
{
    for (long used = 0; used < bytes; used += 1 << 20)
    {
        // Early rather than late: the guard counts what the program itself takes, too, and ends it without a word.
        tell(used + (4L << 20), limit);
        char *more = malloc(1 << 20);
        if (!more)
        {
            printf("no more memory after %ld\n", used);
            return 5;
        }

        memset(more, 1, 1 << 20);
    }

    stay();
    return 0;
}

static void *in_thread(void *verb)
{
    usleep(50000);
    if (!strcmp(verb, "leaderless-memory")) use_memory(64L << 30, 0);
    if (!strcmp(verb, "leaderless-deleted")) write_files(100, 4L << 20, 1, 0);
    if (!strcmp(verb, "leaderless-mapped")) map_page("mapped");
    stay();
    _exit(0);
}

// The first thread ends: in /proc the process then looks as if it had ended.
static int without_leader(const char *verb)
{
    pthread_t thread;
    if (pthread_create(&thread, 0, in_thread, (void *)verb)) return 3;
    pthread_exit(0);
}

// One folder is always on the move, while files are written in it.
static int shuffle(void)
{
    mkdir("a", 0700);
    mkdir("z", 0700);
    mkdir("a/h", 0700);
    int folder = open("a/h", O_RDONLY | O_DIRECTORY);
    if (fork() == 0)
    {
        for (time_t end = time(0) + LIFE_SECONDS; time(0) < end;)
        {
            rename("a/h", "z/h");
            rename("z/h", "a/h");
        }

        _exit(0);
    }

    return fchdir(folder) == 0 ? write_files(1000, 1L << 20, 0, 0) : 3;
}

// Each process grows, hands all to a child and ends.
static int rabbit_memory(void)
{
    if (fork() > 0)
    {
        stay();
        return 0;
    }

    for (time_t end = time(0) + LIFE_SECONDS; time(0) < end;)
    {
        char *more = malloc(1 << 20);
        if (more) memset(more, 1, 1 << 20);
        if (fork() > 0) _exit(0);
    }

    return 0;
}

// A timer sends the signal that lets a stopped program go on.
static void nothing(int signal)
{
    (void)signal;
}

static int wake(void)
{
    signal(SIGCONT, nothing);
    // Many, because a signal that waits when the program is stopped is dropped, and its timer with it.
    for (int i = 0; i < 200; i++)
    {
        timer_t timer;
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
        struct itimerspec often = {{0, 20000000}, {0, 1000000 + 100000 * i}};
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &often, 0) != 0) return 3;
    }

    for (time_t end = time(0) + LIFE_SECONDS; time(0) < end;)
    {
        usleep(100000);
    }

    return 0;
}

// Children that end at once, and that nobody asks how: each keeps its id.
static int ended_children(void)
{
    for (time_t end = time(0) + LIFE_SECONDS; time(0) < end;)
    {
        if (fork() == 0) _exit(0);
    }

    return 0;
}

// One call copies two gigabytes, and a signal waits until it ends. Several processes: hardly ever are all of them between two calls.
static int long_calls(void)
{
    static char from[2 << 20], to[2 << 20];
    struct iovec source[1024], target[1024];
    for (int i = 0; i < 1024; i++)
    {
        source[i] = (struct iovec){from, sizeof from};
        target[i] = (struct iovec){to, sizeof to};
    }

    for (int i = 0; i < 24 && fork() != 0; i++)
    {
    }

    for (time_t end = time(0) + LIFE_SECONDS; time(0) < end;)
    {
        if (process_vm_readv(getpid(), target, 1023, source, 1023, 0) < 0) return 3;
    }

    return 0;
}

// Children that have the memory of their parent for a moment, as before each program that a runtime starts.
static int vfork_often(void)
{
    char *much = malloc(90 << 20);
    memset(much, 1, 90 << 20);
    for (int i = 0; i < 100; i++)
    {
        pid_t child = vfork();
        if (child == 0)
        {
            usleep(8000);
            _exit(0);
        }

        waitpid(child, 0, 0);
        usleep(12000);
    }

    return much[1000] == 1 ? 0 : 3;
}

static int print_limits(void)
{
    struct rlimit core, signals;
    getrlimit(RLIMIT_CORE, &core);
    getrlimit(RLIMIT_SIGPENDING, &signals);
    printf("core %ld waiting %ld\n", (long)core.rlim_max, (long)signals.rlim_max);
    return 0;
}

static void *twice(void *number)
{
    return (void *)(2 * (long)number);
}

static int run(int count, char **words)
{
    const char *verb = count > 1 ? words[1] : "";
    long limit = count > 2 ? atol(words[2]) : 0;
    setvbuf(stdout, 0, _IONBF, 0);
    if (!strcmp(verb, "reach")) return reach(atoi(words[2]), words[3]);
    if (!strcmp(verb, "fork-bomb")) return fork_bomb();
    if (!strcmp(verb, "one-file")) return write_files(1, 10L << 30, 0, limit);
    if (!strcmp(verb, "large-files")) return write_files(1000, 10L << 20, 0, limit);
    if (!strcmp(verb, "many-files")) return write_files(1000000, 0, 0, limit);
    if (!strcmp(verb, "deleted-files")) return write_files(100, 4L << 20, 1, limit);
    if (!strcmp(verb, "mapped-files")) return map_deleted();
    if (!strcmp(verb, "mapped-page")) return map_page("mapped");
    if (!strcmp(verb, "mapped-return")) return map_page("a\rb");
    if (!strcmp(verb, "mapped-line")) return map_page("x\rz-z a b c:d 5 y");
    if (!strcmp(verb, "raw-files")) return write_as("\xff", 0, 0);
    if (!strcmp(verb, "raw-folders")) return write_as("file", "\xff", 1);
    if (!strcmp(verb, "long-paths")) return write_as(repeated('f', 200), repeated('d', 100), 39);
    if (!strcmp(verb, "unsearchable")) return write_unsearchable();
    if (!strncmp(verb, "leaderless", 10)) return without_leader(verb);
    if (!strcmp(verb, "shuffle")) return shuffle();
    if (!strcmp(verb, "rabbit-memory")) return rabbit_memory();
    if (!strcmp(verb, "wake")) return wake();
    if (!strcmp(verb, "ended-children")) return ended_children();
    if (!strcmp(verb, "long-calls")) return long_calls();
    if (!strcmp(verb, "vfork-often")) return vfork_often();
    if (!strcmp(verb, "limits")) return print_limits();
    if (!strcmp(verb, "leave-leaderless"))
    {
        if (fork() == 0) return without_leader(verb);
        usleep(200000);
        return 0;
    }

    if (!strcmp(verb, "memory")) return use_memory(64L << 30, limit);
    if (!strcmp(verb, "memory-of-children"))
    {
        for (int i = 0; i < 8; i++)
        {
            if (fork() == 0) return use_memory(40L << 20, 0);
        }

        stay();
        return 0;
    }

    if (!strcmp(verb, "leave-child"))
    {
        if (fork() == 0)
        {
            printf("setsid %ld\n", syscall(SYS_setsid));
            if (fork() == 0) stay();
            stay();
        }

        usleep(200000);
        return 0;
    }

    if (!strcmp(verb, "threads"))
    {
        pthread_t threads[4];
        long sum = 0;
        for (long i = 0; i < 4; i++)
        {
            if (pthread_create(&threads[i], 0, twice, (void *)i)) return 3;
        }

        for (int i = 0; i < 4; i++)
        {
            void *result;
            pthread_join(threads[i], &result);
            sum += (long)result;
        }

        printf("sum %ld\n", sum);
        return system("echo a child of a shell") == 0 ? 0 : 4;
    }

    if (!strcmp(verb, "rabbit"))
    {
        for (time_t end = time(0) + LIFE_SECONDS; time(0) < end;)
        {
            if (fork() > 0) _exit(0);
        }

        return 0;
    }

    if (!strcmp(verb, "deep-folders"))
    {
        char name[101];
        memset(name, 'd', 100);
        name[100] = 0;
        for (int i = 0; i < 1000 && mkdir(name, 0700) == 0 && chdir(name) == 0; i++)
        {
        }

        stay();
        return 0;
    }

    if (!strcmp(verb, "stay"))
    {
        if (fork() == 0 && fork() == 0) stay();
        stay();
        return 0;
    }

    if (!strcmp(verb, "spin"))
    {
        for (time_t end = time(0) + LIFE_SECONDS; time(0) < end;)
        {
        }

        return 0;
    }

    if (!strcmp(verb, "flood"))
    {
        char line[1000];
        memset(line, 'x', sizeof line);
        for (int i = 0; i < 5000; i++)
        {
            if (write(i % 2 + 1, line, sizeof line) != sizeof line) return 6;
        }

        return 0;
    }

    if (!strcmp(verb, "hide"))
    {
        int folder = mkdir("hidden", 0700) == 0 ? open("hidden", O_RDONLY | O_DIRECTORY) : -1;
        if (fchmod(folder, 0) != 0) return 3;
        stay();
        return 0;
    }

    if (!strcmp(verb, "kill"))
    {
        attempt("sibling", kill(atoi(words[2]), SIGKILL));
        attempt("sibling by tkill", syscall(SYS_tkill, atoi(words[2]), SIGKILL));
        attempt("sibling by tgkill", syscall(SYS_tgkill, atoi(words[2]), atoi(words[2]), SIGKILL));
        printf("tried %d\n", tried);
        return 0;
    }

    if (!strcmp(verb, "abort")) abort();
#ifdef __x86_64__
    if (!strcmp(verb, "int80"))
    {
        long result;
        __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
        printf("REACHED %ld\n", result);
        return 0;
    }

    if (!strcmp(verb, "x32"))
    {
        printf("REACHED %ld\n", syscall(0x40000000 + SYS_getpid));
        return 0;
    }
#endif

    if (!strcmp(verb, "links"))
    {
        return symlink("/etc/passwd", "out.tif") | symlink("/etc", "out") | mkdir("in", 0700) | link("/bin/true", "hard") * 0;
    }

    fprintf(stderr, "no such attack: %s\n", verb);
    return 2;
}

int main(int count, char **words)
{
    return run(count, words);
}
