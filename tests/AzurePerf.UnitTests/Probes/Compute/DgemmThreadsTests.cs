using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Dgemm;
using AzurePerf.Probes.Processors;
using AzurePerf.Probes.Targets.Machine;
using AzurePerf.Testing.Probes;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class DgemmThreadsTests
{
    private const int N = 64;

    [Fact]
    public void Threads_that_share_a_product_are_each_on_a_processor_of_its_own()
    {
        var (first, second) = (ProcessorsAfter(() => ProcessorPinning.PinThread(0, 1)), ProcessorsAfter(() => ProcessorPinning.PinThread(1, 1)));
        var seen = new string[2];
        using var matrices = new Matrices();
        using var multiplication = new ManagedDgemm(ProductShape.Square(N), 2, part =>
        {
            ProcessorPinning.PinThread(part, 1);
            seen[part] = Processors();
        });
        ProcessorsAfter(() =>
        {
            ProcessorPinning.PinThread(0, 2);
            matrices.Multiply(multiplication);
        });

        Assert.Equal([first, second], seen);
    }

    [Theory]
    [InlineData(ThreadPinning.Pinned)]
    [InlineData(ThreadPinning.Free)]
    public async Task The_thread_of_a_client_whose_products_are_shared_is_pinned_to_one_processor_unless_all_are_free(ThreadPinning pinning)
    {
        var options = new DgemmOptions { N = N, Threads = 2, Clients = 2, Pinning = pinning };
        await using var probe = new DgemmProbe(options, new() { Target = new OpenMachine("nowhere"), Register = new UnusedRegister(), PointName = "threads", Seed = 7 });
        var expected = ProcessorsAfter(() => ProcessorPinning.PinThread(2, pinning == ThreadPinning.Pinned ? 1 : 0));

        var seen = ProcessorsAfter(() => probe.Execute(new Operation(Client: 1, Index: 0, WarmUp: true), TestContext.Current.CancellationToken));

        Assert.Equal(expected, seen);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void A_thread_that_cannot_be_pinned_fails_the_product_and_not_the_process(int unpinnable)
    {
        using var matrices = new Matrices();
        using var multiplication = new ManagedDgemm(ProductShape.Square(N), 2, part =>
        {
            if (part == unpinnable)
            {
                throw new IOException("refused");
            }
        });

        var failure = Assert.Throws<IOException>(() => matrices.Multiply(multiplication));

        Assert.Equal("refused", failure.Message);
    }

    [Theory]
    [InlineData(4, 1, "OpenBLAS 0.3.21 SINGLE_THREADED")]
    [InlineData(64, 16, "OpenBLAS 0.3.21 MAX_THREADS=16")]
    public void A_build_of_OpenBLAS_that_does_not_take_so_many_threads_is_refused_with_what_it_is(int wanted, int used, string version)
    {
        var refused = Assert.Throws<NotSupportedException>(() => OpenBlas.RequireThreads(wanted, used, version));

        Assert.StartsWith($"the OpenBLAS of this worker multiplies with {used} of {wanted} threads ({version}): ", refused.Message, StringComparison.Ordinal);
        OpenBlas.RequireThreads(wanted, wanted, version);
    }

    /// <summary>Where a new thread may run after the action.</summary>
    private static string ProcessorsAfter(Action action)
    {
        var seen = "";
        var thread = new Thread(() =>
        {
            action();
            seen = Processors();
        });
        thread.Start();
        thread.Join();
        return seen;
    }

    /// <summary>Empty on systems that do not tell.</summary>
    private static string Processors() => OperatingSystem.IsLinux()
        ? File.ReadLines("/proc/thread-self/status").First(line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal))
        : "";

    private sealed class Matrices : IDisposable
    {
        private readonly AlignedArray _a = new(N * N);
        private readonly AlignedArray _b = new(N * N);
        private readonly AlignedArray _c = new(N * N);

        public void Multiply(ManagedDgemm multiplication) => multiplication.Multiply(_a, _b, _c);

        public void Dispose()
        {
            _a.Dispose();
            _b.Dispose();
            _c.Dispose();
        }
    }
}
