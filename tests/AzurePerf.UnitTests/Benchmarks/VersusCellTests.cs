using AzurePerf.Benchmarks.Compute;
using AzurePerf.Benchmarks.Versus;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class VersusCellTests
{
    [Fact]
    public async Task A_kernel_is_not_begun_again_once_the_comparison_is_interrupted()
    {
        using var interruption = new CancellationTokenSource();
        var passes = 0;
        var cell = new KernelCell("kernel", work: 1, passes: 15, ours: Pass, theirs: Pass, least: 1, verify: () => { });

        await Assert.ThrowsAsync<OperationCanceledException>(() => cell.MeasureAsync(new Turn(1), oursFirst: true, interruption.Token));

        Assert.Equal(2, passes);

        void Pass()
        {
            passes++;
            interruption.Cancel();
        }
    }
}
