using System.Globalization;

namespace AzurePerf.Benchmarks.Network;

/// <summary>The same round trips in C, compiled on the spot: two processes, each on a processor of its own.</summary>
internal sealed class CompiledPingPong(string program) : IAsyncDisposable
{
    // Arguments: spin or block, processor of the client and of the server, round trips. Prints the median in nanoseconds.
    private const string Source = """
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <netinet/tcp.h>
        #include <sched.h>
        #include <signal.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <sys/wait.h>
        #include <time.h>
        #include <unistd.h>

        static void pin(int processor)
        {
            cpu_set_t set;
            CPU_ZERO(&set);
            CPU_SET(processor, &set);
            if (sched_setaffinity(0, sizeof set, &set)) { perror("sched_setaffinity"); exit(1); }
        }

        static void prepare(int fd, int spin)
        {
            int one = 1;
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            if (spin) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
        }

        static int get(int fd, char *byte)
        {
            for (;;) {
                ssize_t n = recv(fd, byte, 1, 0);
                if (n >= 0) return (int)n;
                if (errno != EAGAIN) { perror("recv"); exit(1); }
            }
        }

        static int64_t now(void)
        {
            struct timespec t;
            clock_gettime(CLOCK_MONOTONIC, &t);
            return t.tv_sec * 1000000000LL + t.tv_nsec;
        }

        static int order(const void *a, const void *b)
        {
            int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
            return (x > y) - (x < y);
        }

        int main(int argc, char **argv)
        {
            int spin = !strcmp(argv[1], "spin"), trips = atoi(argv[4]), warm = 1000;
            struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
            socklen_t length = sizeof address;
            int listener = socket(AF_INET, SOCK_STREAM, 0);
            if (bind(listener, (void *)&address, length) || listen(listener, 1) || getsockname(listener, (void *)&address, &length)) { perror("listen"); return 1; }
            char byte = 'x';
            pid_t child = fork();
            if (child == 0) {
                pin(atoi(argv[3]));
                int fd = accept(listener, NULL, NULL);
                prepare(fd, spin);
                while (get(fd, &byte)) if (send(fd, &byte, 1, 0) != 1) return 1;
                return 0;
            }
            pin(atoi(argv[2]));
            int fd = socket(AF_INET, SOCK_STREAM, 0);
            if (connect(fd, (void *)&address, length)) { perror("connect"); return 1; }
            prepare(fd, spin);
            int64_t *times = malloc(sizeof *times * trips);
            for (int i = -warm; i < trips; i++) {
                int64_t start = now();
                if (send(fd, &byte, 1, 0) != 1 || !get(fd, &byte)) return 1;
                if (i >= 0) times[i] = now() - start;
            }
            close(fd);
            waitpid(child, NULL, 0);
            qsort(times, trips, sizeof *times, order);
            printf("%lld\n", (long long)times[trips / 2]);
            return 0;
        }
        """;

    public static async Task<CompiledPingPong> CreateAsync(CancellationToken cancellationToken) =>
        new(await OutsideProgram.CompileAsync("pingpong", Source, cancellationToken));

    /// <summary>The median round trip, in nanoseconds.</summary>
    public async Task<double> MeasureAsync(string mode, int trips, CancellationToken cancellationToken) => double.Parse(
        await OutsideProgram.RunAsync(
            program, [mode, "0", (Environment.ProcessorCount - 1).ToString(CultureInfo.InvariantCulture), trips.ToString(CultureInfo.InvariantCulture)], cancellationToken),
        CultureInfo.InvariantCulture);

    public ValueTask DisposeAsync()
    {
        Directory.Delete(Path.GetDirectoryName(program)!, recursive: true);
        return ValueTask.CompletedTask;
    }
}
