using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Bodies;
using AzurePerf.Probes.Compute.Dgemm;
using AzurePerf.Probes.Targets.Machine;
using AzurePerf.Testing.Probes;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class CancelledKernelTests
{
    public static TheoryData<string> Kernels => ["dgemm", "fft", "nbody", "correlation"];

    [Theory]
    [MemberData(nameof(Kernels))]
    public async Task A_kernel_that_is_cancelled_ends_at_its_next_step(string kernel)
    {
        await using var probe = ProbeOf(kernel);
        await probe.PreparePointAsync(TestContext.Current.CancellationToken);

        Assert.ThrowsAny<OperationCanceledException>(() => probe.Execute(new Operation(Client: 0, Index: 0, WarmUp: false), new CancellationToken(canceled: true)));

        // What is left half done is no result, and so is not verified.
        Assert.Empty(await probe.FinishAsync(TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_product_that_is_cancelled_ends_before_it_is_whole(int threads)
    {
        const int N = 2_048;
        using var a = new AlignedArray(N * N);
        using var b = new AlignedArray(N * N);
        using var c = new AlignedArray(N * N);
        a.Span.Fill(1);
        b.Span.Fill(1);
        c.Span.Fill(double.NaN);
        using var multiplication = new ManagedDgemm(ProductShape.Square(N), threads);

        AssertEndsWhenCancelled(() => c.Span[0], token => multiplication.Multiply(a, b, c, token));

        Assert.NotEqual(N, c.Span[^1]);
    }

    [Fact]
    public void Forces_that_are_cancelled_are_not_computed_to_their_end()
    {
        const int N = 32_768;
        using var bodies = new BodySystem(N, seed: 1);

        AssertEndsWhenCancelled(() => bodies.Accelerations(0)[0], bodies.Accelerate);

        Assert.Equal(double.NaN, bodies.Accelerations(0)[N - 1]);
    }

    /// <summary>They are computed one pair at a time, in the first operation.</summary>
    [Fact]
    public void What_forces_are_compared_with_is_not_computed_to_its_end_when_it_is_cancelled()
    {
        using var bodies = new BodySystem(count: 16, seed: 1);

        Assert.ThrowsAny<OperationCanceledException>(() => new ForceCheck(bodies, new CancellationToken(canceled: true)));
    }

    private static ComputeProbe ProbeOf(string kernel)
    {
        var scope = new ProbeScope { Target = new OpenMachine("nowhere"), Register = new UnusedRegister(), PointName = $"cancelled{kernel}", Seed = 7 };
        return kernel switch
        {
            "dgemm" => new DgemmProbe(new() { N = 16 }, scope),
            "fft" => new FftProbe(new() { K = 6 }, scope),
            "nbody" => new NbodyProbe(new() { N = 16 }, scope),
            _ => new CorrelationProbe(new() { Subjects = 64, Snps = 20, Voxels = 30, Permutations = 3 }, scope),
        };
    }

    /// <summary>Cancels as soon as the first number of the result is there.</summary>
    private static void AssertEndsWhenCancelled(Func<double> first, Action<CancellationToken> compute)
    {
        using var stop = new CancellationTokenSource();
        var watcher = new Thread(() =>
        {
            SpinWait.SpinUntil(() => !double.IsNaN(first()));
            stop.Cancel();
        });
        watcher.Start();
        Assert.ThrowsAny<OperationCanceledException>(() => compute(stop.Token));
        watcher.Join();
    }
}
